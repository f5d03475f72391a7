import { existsSync, globSync, readFileSync, realpathSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { aptInstall, canUseApt } from './apt-install.ts'

export type NotAvailable = { reason: string }
export type User = { uid?: number; gid?: number }

const INSTALL_FOLDERS = [
  '/usr/lib/postgresql/*/bin',
  '/usr/pgsql-*/bin',
  '/opt/homebrew/opt/postgresql*/bin',
  '/usr/local/opt/postgresql*/bin',
]

/** The folder of PostgreSQL's programs, which are installed if apt-get is available and allowed. */
export async function requirePostgresBinaries(): Promise<string | NotAvailable> {
  const installed = findPostgresBinaries()
  if (installed !== undefined) return installed
  if (!canUseApt()) {
    return { reason: 'PostgreSQL is not installed on this machine; install it or set TEST_DATABASE_URL' }
  }
  const error = await aptInstall('postgresql', 'PostgreSQL')
  return findPostgresBinaries() ?? { reason: error ?? 'apt-get did not install a PostgreSQL server' }
}

/** @returns the folder with `postgres` and `initdb`, of the newest version */
function findPostgresBinaries(): string | undefined {
  // PostgreSQL finds its other files relative to its real location.
  const onPath = (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'postgres'))
    .filter((path) => existsSync(path))
    .map((path) => dirname(realpathSync(path)))
  const installed = INSTALL_FOLDERS.flatMap((pattern) =>
    globSync(pattern).sort((a, b) => b.localeCompare(a, 'en', { numeric: true })),
  )
  return [...onPath, ...installed].find(
    (folder) => existsSync(join(folder, 'postgres')) && existsSync(join(folder, 'initdb')),
  )
}

/**
 * Returns the user to run the server as. PostgreSQL does not run as root, so root needs another user.
 * @returns undefined if root finds no other user
 */
export function postgresUser(uid: number | undefined): User | undefined {
  if (uid !== 0) return {}
  const users = readFileSync('/etc/passwd', 'utf8').split('\n')
  for (const name of ['postgres', 'nobody']) {
    const fields = users.find((line) => line.startsWith(`${name}:`))?.split(':')
    if (fields !== undefined) return { uid: Number(fields[2]), gid: Number(fields[3]) }
  }
  return undefined
}
