import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'

/** Where packages install the server's programs, with one folder per version. */
const INSTALL_FOLDERS = [
  { folder: '/usr/lib/postgresql', bin: 'bin' },
  { folder: '/usr', match: /^pgsql-/, bin: 'bin' },
  { folder: '/opt/homebrew/opt', match: /^postgresql/, bin: 'bin' },
  { folder: '/usr/local/opt', match: /^postgresql/, bin: 'bin' },
]

/** @returns the folder with `postgres` and `initdb`, of the newest version */
export function findPostgresBinaries(): string | undefined {
  return [...binariesOnPath(), ...INSTALL_FOLDERS.flatMap(listVersions)].find(
    (folder) => existsSync(join(folder, 'postgres')) && existsSync(join(folder, 'initdb')),
  )
}

/** Resolves symbolic links, because PostgreSQL finds its other files relative to its real location. */
function binariesOnPath() {
  return (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'postgres'))
    .filter((path) => existsSync(path))
    .map((path) => dirname(realpathSync(path)))
}

/** @returns newest first */
function listVersions({
  folder,
  match = /^\d/,
  bin,
}: {
  folder: string
  match?: RegExp
  bin: string
}): string[] {
  if (!existsSync(folder)) return []
  const versions = readdirSync(folder).filter((name) => match.test(name))
  return versions
    .sort((a, b) => b.localeCompare(a, 'en', { numeric: true }))
    .map((name) => join(folder, name, bin))
}

/**
 * Returns the user to run the server as. PostgreSQL does not run as root, so root needs another user.
 * @returns undefined if root finds no other user
 */
export function postgresUser(uid: number | undefined): { uid?: number; gid?: number } | undefined {
  if (uid !== 0) return {}
  const users = readFileSync('/etc/passwd', 'utf8').split('\n')
  for (const name of ['postgres', 'nobody']) {
    const fields = users.find((line) => line.startsWith(`${name}:`))?.split(':')
    if (fields !== undefined) return { uid: Number(fields[2]), gid: Number(fields[3]) }
  }
  return undefined
}
