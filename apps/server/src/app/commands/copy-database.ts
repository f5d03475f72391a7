import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { lockDataFolder } from '../../database/engine/data-folder.ts'
import { connect, type DatabaseAddress, migrate } from '../../database/engine/database.ts'
import { copyDatabase } from '../../database/portability/copy-database.ts'
import { DatabaseUrl } from '../../setting-addresses.ts'
import { type Command, UsageError } from './command.ts'

export const copyDatabaseCommand: Command = {
  summary: 'Copies a database to an empty one of either engine',
  usage: 'copy-database --from FILE|URL --to FILE|URL',
  async run(args, printLine) {
    const { values } = parseArgs({ args, options: { from: { type: 'string' }, to: { type: 'string' } } })
    if (!values.from || !values.to)
      throw new UsageError('Specify the source database with --from and an empty target database with --to.')
    const source = parseDatabaseAddress('--from', values.from)
    const target = parseDatabaseAddress('--to', values.to)
    if (source.engine === 'sqlite' && !existsSync(source.file))
      throw new UsageError(`Database not found: ${source.file}.`)
    const release = lockTargetFolder(target)
    try {
      await copy(source, target, printLine)
    } finally {
      release()
    }
  },
}

async function copy(source: DatabaseAddress, target: DatabaseAddress, printLine: (line: string) => void) {
  const [from, to] = [connect(source), connect(target)]
  let copied = 0
  try {
    await migrate(to)
    await copyDatabase({
      from,
      to,
      onTable: (table, rows) => {
        copied += rows
        printLine(`${table.padEnd(24)} ${String(rows).padStart(9)}`)
      },
    })
  } finally {
    await Promise.all([from.destroy(), to.destroy()])
  }
  printLine(
    `Rows copied: ${copied}. Secrets and media are not part of the database. Copy those files as well.`,
  )
}

/** Error messages do not repeat a value that may be a URL, because it can contain a password. */
function parseDatabaseAddress(option: string, value: string): DatabaseAddress {
  if (/^postgres(?:ql)?:\/\//.test(value)) {
    const { error } = DatabaseUrl.safeParse(value)
    if (error !== undefined) throw new UsageError(`${option}: ${error.issues[0]?.message ?? ''}.`)
    return { engine: 'postgres', url: value }
  }
  const path = value.replace(/^sqlite:/, '')
  if (path === '' || /^[\w+]+:\/\/|:.*@/.test(path))
    throw new UsageError(`${option} must be a SQLite file or a URL that starts with postgres://.`)
  const file = resolve(path)
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory())
    throw new UsageError(
      `${file} is a directory. Specify the database file in it, such as ${join(file, 'fieldhouse.db')}.`,
    )
  return { engine: 'sqlite', file }
}

/** Locks it if a server has ever used it and may be running. Returns a function that releases the lock. */
function lockTargetFolder(target: DatabaseAddress): () => void {
  if (target.engine === 'postgres') return () => undefined
  const folder = dirname(target.file)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (!existsSync(join(folder, 'server.lock'))) return () => undefined
  return lockDataFolder(folder).release
}
