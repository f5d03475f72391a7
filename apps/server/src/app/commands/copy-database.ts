import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { copyDatabase } from '../../database/copy-database.ts'
import { lockDataFolder } from '../../database/data-folder.ts'
import { connect, type DatabaseAddress, migrate } from '../../database/database.ts'
import { DatabaseUrl } from '../../settings.ts'
import { type Command, UsageError } from './command.ts'

export const copyDatabaseCommand: Command = {
  usage: 'copy-database --from <file.db | postgres://…> --to <file.db | postgres://…>',
  async run(args, tell) {
    const { values } = parseArgs({ args, options: { from: { type: 'string' }, to: { type: 'string' } } })
    if (!values.from || !values.to)
      throw new UsageError('Name the database to copy with --from, and the empty one with --to.')
    const source = parseDatabaseAddress('--from', values.from)
    const target = parseDatabaseAddress('--to', values.to)
    if (source.engine === 'sqlite' && !existsSync(source.file)) {
      throw new UsageError(`There is no database ${source.file}.`)
    }
    const release = lockTargetFolder(target)
    try {
      await copy(source, target, tell)
    } finally {
      release()
    }
  },
}

async function copy(
  source: DatabaseAddress,
  target: DatabaseAddress,
  tell: (line: string) => void,
): Promise<void> {
  const [from, to] = [connect(source), connect(target)]
  let copied = 0
  try {
    await migrate(to)
    await copyDatabase({
      from,
      to,
      onTable: (table, rows) => {
        copied += rows
        tell(`${table.padEnd(24)} ${String(rows).padStart(9)}`)
      },
    })
  } finally {
    await Promise.all([from.destroy(), to.destroy()])
  }
  tell(`Copied ${copied} rows. Secrets and media are files of the data folder: take them along.`)
}

/** What was given is not repeated where it may be an address: it has a password. */
function parseDatabaseAddress(option: string, text: string): DatabaseAddress {
  if (/^postgres(?:ql)?:\/\//.test(text)) {
    const { error } = DatabaseUrl.safeParse(text)
    if (error !== undefined) throw new UsageError(`${option}: ${error.issues[0]?.message ?? ''}.`)
    return { engine: 'postgres', url: text }
  }
  const path = text.replace(/^sqlite:/, '')
  if (path === '' || /^[\w+]+:\/\/|:.*@/.test(path)) {
    throw new UsageError(`${option} names neither a SQLite file nor an address that begins with postgres://.`)
  }
  const file = resolve(path)
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory()) {
    throw new UsageError(`${file} is a folder. Name the file in it, such as ${join(file, 'fieldhouse.db')}.`)
  }
  return { engine: 'sqlite', file }
}

/** Makes the folder of a new file; holds one that a server has had, and so may have now. */
function lockTargetFolder(target: DatabaseAddress): () => void {
  if (target.engine === 'postgres') return () => undefined
  const folder = dirname(target.file)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (!existsSync(join(folder, 'server.lock'))) return () => undefined
  return lockDataFolder(folder).release
}
