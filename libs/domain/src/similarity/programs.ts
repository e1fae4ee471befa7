/** Names that are programs wherever they stand. Names that are also plain words (`find`, `sort`, `make`) are left to their code marks. */
const ALWAYS =
  'git npm npx yarn pnpm node nodejs deno bun docker docker-compose podman kubectl helm terraform ansible tar gzip gunzip bzip2 unzip xz zstd rsync scp ssh sftp curl wget pip pip3 pipx pipenv poetry conda uv python python3 python2 pytest ruby gem bundler perl php composer java javac mvn maven gradle cargo rustc rustup gofmt gcc g++ clang cmake ninja bash zsh sed awk gawk grep egrep rg jq yq xxd hexdump bc sqlite3 psql pg_dump mysql mysqldump redis-cli mongo mongosh sudo doas systemctl journalctl apt apt-get aptitude dpkg yum dnf rpm brew apk pacman snap chmod chown chgrp mkdir rmdir mktemp ls rm cp mv wc lsof netstat nmap ping dig nslookup ffmpeg pandoc imagemagick latex pdflatex pdftotext tesseract eslint prettier tsc jest vitest webpack vite mypy ruff flake8 pylint black gh glab aws gcloud az nginx apache2 crontab xargs tee nohup tmux vim nano emacs openssl gpg fd fdfind exa ncdu htop pgrep pkill killall fuser socat iconv dos2unix uniq ansible-playbook alembic flyway phpunit rspec rake gmake lftp md5sum sha256sum nslookup hg svn protoc tree';

export const PROGRAMS: ReadonlySet<string> = new Set(ALWAYS.split(' '));

const ALIASES: Record<string, string> = {
  'apt-get': 'apt',
  aptitude: 'apt',
  pip3: 'pip',
  python3: 'python',
  nodejs: 'node',
  'docker-compose': 'docker',
  mvn: 'maven',
  gmake: 'make',
  fdfind: 'fd',
  gawk: 'awk',
  egrep: 'grep',
  sh: 'bash',
  imagemagick: 'convert',
  gunzip: 'gzip',
};
export const programKey = (name: string): string => (Object.hasOwn(ALIASES, name) ? ALIASES[name]! : name);

/** Programs whose first plain argument says what they do. */
const SUBCOMMANDS: Record<string, string> = {
  git: 'add am apply bisect blame branch checkout cherry-pick clean clone commit config diff fetch gc init log merge mv pull push rebase reflog remote reset restore revert rm show stash status submodule switch tag worktree lfs',
  npm: 'ci install i test run audit publish link update outdated ls config cache start exec init version uninstall',
  yarn: 'install add remove test run build upgrade',
  pnpm: 'install add remove test run build update',
  pip: 'install uninstall download show freeze list check cache',
  apt: 'update install remove upgrade purge download',
  docker:
    'build run exec compose pull push ps logs stop kill rm rmi start restart login prune inspect volume network system up down',
  kubectl: 'apply get delete describe logs exec rollout scale create edit patch drain',
  cargo: 'build test run check clippy fmt install update clean publish',
  go: 'build test run mod get install vet fmt',
  terraform: 'init plan apply destroy validate import',
  systemctl: 'start stop restart reload status enable disable',
  conda: 'install create activate update env remove',
  make: 'test build clean install all e2e lint check',
  helm: 'install upgrade uninstall template rollback',
  gh: 'pr issue repo release run api auth',
  poetry: 'install add lock update run build',
  brew: 'install update upgrade uninstall link',
};
const SUBS = new Map(Object.entries(SUBCOMMANDS).map(([program, list]) => [program, new Set(list.split(' '))]));

export const isSubcommand = (program: string, word: string): boolean =>
  SUBS.get(programKey(program))?.has(word) ?? false;
