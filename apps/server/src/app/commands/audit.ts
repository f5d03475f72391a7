import { parseArgs } from 'node:util'
import type { Db } from '../../database/engine/database.ts'
import { type ChainReport, describeBrokenEntry, verifyChain } from '../../repositories/audit/audit-chain.ts'
import { type Command, FailedError, UsageError } from './command.ts'
import { requireMigrated, withExistingDatabase } from './with-database.ts'

/** Can run while a server is running, because it reads a snapshot. */
export const auditCommand: Command = {
  summary: 'Checks the audit log for changed and missing entries',
  usage: 'audit verify [--contains HASH]...',
  async run(args, printLine) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { contains: { type: 'string', multiple: true } },
    })
    if (positionals.length !== 1 || positionals[0] !== 'verify')
      throw new UsageError("Specify what to do: 'audit verify' checks the audit log.")
    const hashes = (values.contains ?? []).map((hash) => hash.trim().toLowerCase())
    if (!hashes.every((hash) => /^[0-9a-f]{64}$/.test(hash)))
      throw new UsageError('--contains must be a hash of 64 characters from an earlier check or the log.')
    await withExistingDatabase((db) => verifyAuditLog(db, hashes, printLine))
  },
}

/** Throws a FailedError if an entry was changed or removed, or if the chain lacks one of the hashes. */
export async function verifyAuditLog(
  db: Db,
  hashes: readonly string[],
  printLine: (line: string) => void,
): Promise<void> {
  await requireMigrated(db)
  const report = await verifyChain(db, hashes)
  for (const line of describeReport(report)) printLine(line)
  const { broken, missingHashes } = report
  if (broken !== null) throw new FailedError(describeBrokenEntry(broken))
  if (missingHashes.length > 0)
    throw new FailedError(
      `The chain does not contain ${missingHashes.join(', ')}: entries up to that hash were replaced or removed.`,
    )
}

function describeReport({ checked, first, last, head, unchained }: ChainReport): string[] {
  const lines = [`Entries checked: ${checked}`]
  if (first !== null && last !== null)
    lines.push(`First: ${first.toISOString()}`, `Last: ${last.toISOString()}`)
  if (head !== null) lines.push(`Head: ${head.hash}`)
  if (unchained.oldest !== null)
    lines.push(
      `Not chained yet: ${unchained.count}, since ${unchained.oldest.toISOString()}. These are not protected. A running server chains new entries every minute.`,
    )
  return lines
}
