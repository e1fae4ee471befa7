import type { Family } from './english.js';

/** The families in other languages, over folded lower-case text. */
export const LANGUAGES: readonly Family[] = [
  // Chinese
  [
    'override',
    /(?:忽略|无视|忘记|忘掉|不要理会|不要遵守|不必遵守|抛弃|丢弃|跳过|绕过|覆盖|违反|不理会|不用管|别管|取消|推翻)[^。！？\n]{0,12}(?:之前|以前|先前|上面|上述|以上|前面|此前|所有|一切|全部|任何|原有|系统|你的|安全|既有)[^。！？\n]{0,10}(?:指令|指示|提示词?|规则|说明|要求|命令|约束|限制|设定|内容|对话|规定|准则|政策)/,
  ],
  [
    'override',
    /(?:忽略|無視|忘記)[^。！？\n]{0,12}(?:之前|先前|以上|上述|所有|系統)[^。！？\n]{0,10}(?:指令|指示|提示|規則|說明|要求|命令|限制)/,
  ],
  [
    'role',
    /(?:你现在是|从现在起|从现在开始|你不再是|假装你是|扮演|充当)[^。！？\n]{0,20}(?:助手|管理员|系统|开发者|黑客|不受限制|没有限制|无限制|总是|必须|角色|模式|人工智能)|(?:开发者|越狱|上帝)模式/,
  ],
  [
    'reveal',
    /(?:透露|泄露|泄漏|显示|输出|打印|告诉我|公开|发送|重复|说出|展示)[^。！？\n]{0,12}(?:系统提示|提示词|密钥|密码|令牌|凭证|口令|私钥|环境变量|\.env)/,
  ],
  [
    'hide',
    /(?:不要|别|不得|切勿|请勿|无需|不必|禁止|不用)[^。！？\n]{0,6}(?:告诉|告知|通知|提醒|让|向|报告给|提示)[^。！？\n]{0,6}(?:用户|任何人|操作员|管理员|人类|审查|别人|他人)|(?:瞒着|隐瞒|背着)[^。！？\n]{0,6}(?:用户|操作员|管理员|所有人)|偷偷|暗中|悄悄地?(?:上传|发送|删除|执行)/,
  ],
  [
    'approval',
    /(?:不要|别|无需|不必|不用|绝不|跳过|绕过|不经|未经)[^。！？\n]{0,6}(?:询问|征求|等待|请求|经过|获得)?[^。！？\n]{0,6}(?:批准|许可|同意|确认|审批|授权|审查)(?!按钮|框)/,
  ],
  [
    'exfiltration',
    /(?:上传|发送|发到|发给|外传|转发|寄到|邮寄|提交到|复制到|传到)[^。！？\n]{0,14}(?:密钥|密码|令牌|凭证|私钥|\.env|环境变量|客户数据|用户数据|数据库|日志|源代码)|把[^。！？\n]{0,16}(?:密钥|密码|令牌|凭证|私钥|\.env|客户数据|用户数据|日志)[^。！？\n]{0,10}(?:上传|发送|发给|发到|外传|转发|寄)/,
  ],
  // Japanese
  [
    'override',
    /(?:これまで|以前|上記|前|先ほど|すべて|全て|全部|あらゆる|システム|従来|既存|今まで)[^。！？\n]{0,14}(?:指示|命令|ルール|プロンプト|規則|制約|制限|ガイドライン|設定|内容|会話)[^。！？\n]{0,6}(?:無視|忘れ|破棄|従わない|従わず|守らない|上書き|取り消|無効)/,
  ],
  [
    'role',
    /(?:あなたは今|今から|これから|以後|今後)[^。！？\n]{0,16}(?:あなたは|管理者|制限のない|制限なし|アシスタントとして|ふるま|振る舞|なりき)|(?:開発者|デバッグ|脱獄)モード/,
  ],
  [
    'reveal',
    /(?:システムプロンプト|秘密鍵|パスワード|トークン|認証情報|apiキー|環境変数|\.env)[^。！？\n]{0,10}(?:表示し|出力し|教え|公開し|開示|漏ら|見せ|送信|アップロード|送って|送る|送れ|投稿|メール)/,
  ],
  [
    'hide',
    /(?:ユーザー?|利用者|管理者|人間|誰|オペレーター|担当者)(?:に|には|にも)[^。！？\n]{0,8}(?:言わ|知らせ|伝え|報告し|見せ|教え|気づかれ|通知し)[^。！？\n]{0,3}(?:ない|ず|るな|ぬ)|(?:こっそり|密かに|ひそかに|内緒で|隠れて)/,
  ],
  [
    'approval',
    /(?:承認|許可|確認|同意)(?:を|も|は|なし|無し)[^。！？\n]{0,8}(?:求めず|求めない|得ず|得ない|待たず|とらず|取らず|省略|スキップ|飛ば|回避|で実行|に実行|不要)/,
  ],
  // Korean
  [
    'override',
    /(?:이전|앞|위|모든|기존|지금까지|시스템|앞선|원래)[^.!?\n]{0,14}(?:지시|명령|규칙|프롬프트|지침|제한|설정|내용)[^.!?\n]{0,8}(?:무시|잊|따르지|폐기|무효|덮어)/,
  ],
  [
    'role',
    /(?:너는 이제|당신은 이제|지금부터|이제부터)[^.!?\n]{0,20}(?:이다|입니다|처럼|역할|행동|관리자|무제한|제한 없|제한이 없|항상|비서|모드)|(?:개발자|탈옥|디버그) ?모드/,
  ],
  [
    'reveal',
    /(?:시스템 ?프롬프트|비밀번호|개인 ?키|토큰|자격 ?증명|api ?키|환경 ?변수|\.env|비밀 ?키)[^.!?\n]{0,12}(?:보여|출력하|알려|공개하|유출|노출|업로드|전송|보내|메일)/,
  ],
  [
    'hide',
    /(?:사용자|운영자|관리자|사람|누구|아무)(?:에게|한테|도|에게도|가)?[^.!?\n]{0,8}(?:말하지|알리지|알려주지|보고하지|보여주지|모르게|들키지)|(?:몰래|비밀리에|은밀히)/,
  ],
  [
    'approval',
    /(?:승인|허락|허가|확인|동의)(?:을|를|도|은)?[^.!?\n]{0,4}(?:요청하지|받지|묻지|구하지|기다리지|없이|건너뛰|생략|우회)/,
  ],
  // Vietnamese, with and without marks
  [
    'override',
    /(?:bỏ qua|phớt lờ|quên|đừng tuân theo|không tuân theo|hủy bỏ|bo qua|quen)[^.!?\n]{0,14}(?:hướng dẫn|chỉ dẫn|chỉ thị|lệnh|quy tắc|lời nhắc|yêu cầu|quy định|huong dan|chi dan|quy tac)[^.!?\n]{0,14}(?:trước|ở trên|bên trên|hệ thống|trước đó|ban đầu|truoc|he thong|tren)/,
  ],
  [
    'override',
    /(?:bỏ qua|phớt lờ|quên) (?:tất cả|mọi|toàn bộ|hết)[^.!?\n]{0,12}(?:hướng dẫn|chỉ dẫn|chỉ thị|quy tắc|lời nhắc|quy định)/,
  ],
  ['role', /(?:bây giờ bạn là|từ giờ trở đi|từ bây giờ|kể từ giờ|hãy đóng vai|giả vờ)[^.!?\n]{0,30}/],
  [
    'reveal',
    /(?:tiết lộ|hiển thị|in ra|cho tôi biết|gửi|tải lên|để lộ|đăng)[^.!?\n]{0,16}(?:lời nhắc hệ thống|mật khẩu|khóa bí mật|khóa api|mã thông báo|thông tin đăng nhập|khóa riêng|\.env|biến môi trường)/,
  ],
  [
    'hide',
    /(?:đừng|không được|không|chớ)[^.!?\n]{0,6}(?:nói|báo|thông báo|cho)[^.!?\n]{0,6}(?:người dùng|ai biết|ai|quản trị viên|người vận hành)|(?:lén lút|bí mật|âm thầm) (?:gửi|tải|xóa|chạy|sao chép)/,
  ],
  [
    'approval',
    /(?:không cần|đừng|không bao giờ|bỏ qua)[^.!?\n]{0,10}(?:hỏi ý kiến|xin phép|phê duyệt|chấp thuận|xác nhận của người|xin xác nhận|sự cho phép|hỏi người dùng)/,
  ],
  // German
  [
    'override',
    /\b(?:ignorier\w{0,3}|missacht\w{0,3}|vergiss|vergessen sie|beacht\w{0,2} nicht|verwirf|umgeh\w{0,3}|übergeh\w{0,3}|setz\w{0,2} dich hinweg über)\b[^.!?\n]{0,24}\b(?:anweisung\w{0,3}|instruktion\w{0,3}|regel\w{0,2}|vorgabe\w{0,2}|prompts?|befehl\w{0,2}|richtlinie\w{0,2}|anordnung\w{0,2}|systemprompt)\b/,
  ],
  [
    'role',
    /\b(?:du bist (?:jetzt|nun|ab jetzt)|sie sind (?:jetzt|nun)|ab (?:jetzt|sofort) (?:bist|immer|musst|wirst|darfst)|tu so,? als|verhalte dich wie|gib dich aus als|spiel\w? die rolle)\b|\bentwicklermodus\b/,
  ],
  [
    'reveal',
    /\b(?:verrate|zeige?|nenne?|gib|offenbare|drucke?|schicke?|sende?|wiederhole|lade?|maile?|veröffentliche)\b[^.!?\n]{0,24}\b(?:systemprompt|system-prompt|passw[oö]rt\w{0,3}|zugangsdaten|schlüssel|api-schlüssel|geheimnis\w{0,3}|token|\.env)(?![\w-])/,
  ],
  [
    'hide',
    /\b(?:sag\w{0,2}|erzähl\w{0,2}|melde?|informier\w{0,2}|teil\w{0,2}|bericht\w{0,2}|benachrichtig\w{0,2}|verrate?)\b[^.!?\n]{0,24}\b(?:benutzer\w{0,2}|nutzer\w{0,2}|niemand\w{0,3}|anwender\w{0,2}|betreiber\w{0,2}|menschen|person)\b[^.!?\n]{0,12}\b(?:nicht\w{0,1}|nie|niemals|kein\w{0,2})\b|\bsag\w{0,2} (?:es )?niemand\w{0,2}\b|\b(?:heimlich|insgeheim|verdeckt)\b|\bohne (?:dass )?(?:der |die |den )?(?:benutzer|nutzer|menschen|betreiber)\b/,
  ],
  [
    'approval',
    /\b(?:frag\w{0,2}|bitte?|warte?)\b[^.!?\n]{0,14}\b(?:nie|niemals|nicht)\b[^.!?\n]{0,10}\b(?:erlaubnis|genehmigung|freigabe|bestätigung|zustimmung)\b|\b(?:ohne|umgeh\w{0,3}|überspring\w{0,3})\b[^.!?\n]{0,14}\b(?:erlaubnis|genehmigung|freigabe|zustimmung|rückfrage)\b/,
  ],
  // Spanish
  [
    'override',
    /\b(?:ignor\w{1,4}|olvid\w{1,4}|desestim\w{1,4}|no sigas|no hagas caso|descart\w{1,4}|omit\w{1,3}|anul\w{1,3}|pasa por alto)\b[^.!?\n]{0,24}\b(?:instrucciones|instrucción|reglas|indicaciones|órdenes|ordenes|directrices|directivas|normas|prompt|restricciones)\b/,
  ],
  [
    'role',
    /\b(?:ahora eres|a partir de ahora|de ahora en adelante|desde ahora|act[uú]a como|finge|haz de cuenta|compórtate como)\b|\bmodo (?:desarrollador|sin restricciones|dios)\b/,
  ],
  [
    'reveal',
    /\b(?:revela|muestra|imprime|dime|filtra|env[ií]a|sube|publica|repite|manda)\w{0,3}\b[^.!?\n]{0,24}\b(?:prompt del sistema|contraseñas?|contrasenas?|claves?|credenciales|secretos?|tokens?|mensaje del sistema|\.env)(?![\w-])/,
  ],
  [
    'hide',
    /\b(?:no (?:le )?(?:digas|informes|avises|menciones|cuentes|notifiques|muestres|reveles))\b[^.!?\n]{0,24}\b(?:usuario|nadie|operador|persona|administrador|humano|esto|nada)\b|\b(?:en secreto|a escondidas|secretamente|sin que (?:el|nadie|lo))\b/,
  ],
  [
    'approval',
    /\b(?:nunca|no|sin)\b[^.!?\n]{0,8}\b(?:pidas|pedir|solicites|solicitar|esperes|esperar)\b[^.!?\n]{0,10}\b(?:permiso|aprobación|aprobacion|confirmación|confirmacion|autorización|autorizacion)\b|\bsin (?:permiso|aprobación|autorización|confirmación)\b/,
  ],
  // French
  [
    'override',
    /\b(?:ignore[zr]?|oublie[zr]?|néglige[zr]?|ne (?:suis|suivez|tiens|tenez) pas(?: compte)?|fais fi|faites fi|passe[rz]? outre|contourne[zr]?|annule[zr]?|écarte[zr]?)\b[^.!?\n]{0,28}\b(?:instructions?|règles?|regles?|consignes?|directives?|ordres?|prompt|restrictions?)\b/,
  ],
  [
    'role',
    /\b(?:tu es (?:maintenant|désormais)|vous êtes (?:maintenant|désormais)|à partir de maintenant|dorénavant|désormais,? tu|fais semblant|faites semblant|comporte-toi comme|agis comme|joue le rôle)\b|\bmode (?:développeur|sans restriction)\b/,
  ],
  [
    'reveal',
    /\b(?:révèle|revele|montre|affiche|divulgue|donne|imprime|envoie|publie|téléverse|dis-moi|répète)[zrs]?\b[^.!?\n]{0,28}\b(?:prompt système|prompt systeme|mots? de passe|identifiants|clés?|secrets?|jetons?|invite système|\.env)(?![\w-])/,
  ],
  [
    'hide',
    /\bne (?:le |la |l'|rien )?(?:dis|dites|signale|signalez|informe|informez|mentionne|mentionnez|préviens|prévenez|montre|montrez|révèle)[^.!?\n]{0,20}\b(?:utilisateur|personne|opérateur|administrateur|humain|à personne)\b|\b(?:en secret|secrètement|en cachette|à l'insu)\b/,
  ],
  [
    'approval',
    /\b(?:ne|sans)\b[^.!?\n]{0,10}\b(?:demande[zr]?|attend\w{1,3}|sollicite[zr]?)\b[^.!?\n]{0,14}\b(?:permission|autorisation|approbation|confirmation|accord|validation)\b|\bsans (?:permission|autorisation|approbation|confirmation)\b/,
  ],
];
