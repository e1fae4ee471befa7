/**
 * Letters of other scripts that read as a Latin one, after Unicode's confusables (UTS #39), kept to the letters that
 * fonts draw alike. Each line: the Latin letter, then what looks like it.
 */
const LOOK_ALIKES = `
a аɑαạ
b ЬƅɓБ
c сϲⅽᴄ
d ԁɗⅾ
e еєɛҽ℮ε
f ғſϝ
g ɡցɢ
h һհнᏂ
i іıιɪӏїí
j јϳ
k кκᴋ
l ⅼӏا
m мⅿᴍ
n ոпᴎη
o оοօσ๐ഠᴏ
p рρҏ
q ԛգ
r гᴦг
s ѕꜱ
t тτᴛ
u υսᴜ
v νѵⅴᴠ
w ԝѡωшᴡ
x хχⅹ×
y уγүʏ
z ᴢʐ
A АΑᎪ
B ВΒᏴ
C СϹᏟ
D ᎠⅮ
E ЕΕᎬ
F Ϝ
G ԌᏀ
H НΗᎻ
I ІΙӀ
J ЈᎫ
K КΚᏦ
L ᏞⅬ
M МΜᎷⅯ
N Ν
O ОΟՕ
P РΡᏢ
Q Ԛ
R Ꭱ
S ЅՏᏚ
T ТΤᎢ
U Ս
V Ѵⅴ
W ԜᎳ
X ХΧⅩ
Y УΥҮ
Z ΖᏃ
/ ∕⁄⧸╱
: ∶꞉ː׃
. ․‧۔
@ ＠
- ‐‑‒–—−
`;

const TABLE = new Map<string, string>();
for (const line of LOOK_ALIKES.trim().split('\n')) {
  const [latin, alike] = line.split(' ') as [string, string];
  for (const letter of alike) if (letter !== latin && !/\p{ASCII}/u.test(letter)) TABLE.set(letter, latin);
}
/** Latin with a mark is a letter of its own in the languages that use it. */
for (const letter of ['í', 'ạ', 'ї']) TABLE.delete(letter);

const isPunctuation = (char: string): boolean => '/:.@-'.includes(TABLE.get(char) ?? ' ');

/** Every look-alike letter of a word as its Latin twin. */
export const asLatin = (word: string): string => [...word].map((char) => TABLE.get(char) ?? char).join('');

/** Look-alike punctuation only: it belongs to no script. */
export const asPlainPunctuation = (text: string): string =>
  [...text].map((char) => (isPunctuation(char) ? TABLE.get(char)! : char)).join('');
