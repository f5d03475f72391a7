import type { SQLInputValue } from 'node:sqlite'
import { parentPort } from 'node:worker_threads'
import { openReadOnly, type StatementCache } from './statement-cache.ts'

// The program of a thread that reads snapshots of SQLite files. `snapshot-threads.ts` starts it.

export type SnapshotRequest =
  | { kind: 'begin'; snapshot: number; file: string }
  | { kind: 'read'; snapshot: number; sql: string; values: SQLInputValue[] }
  | { kind: 'end'; snapshot: number }

type Row = Record<string, unknown>

/** `rows`: as JSON, if it is equal. `error`: the properties of a SQLite error, which errors lose between threads. */
export type SnapshotResponse = { id: number } & ({ rows: string | Row[] } | { error: { message: string } })

const snapshots = new Map<number, StatementCache>()

function handle(request: SnapshotRequest): Row[] {
  if (request.kind === 'begin') {
    const connection = openReadOnly(request.file)
    connection.exec('begin')
    snapshots.set(request.snapshot, connection)
    return []
  }
  const connection = snapshots.get(request.snapshot)
  if (connection === undefined) throw new Error('the snapshot has ended')
  if (request.kind === 'read') return connection.all(request.sql, request.values)
  snapshots.delete(request.snapshot)
  connection.close()
  return []
}

function isEqualInJson(value: unknown): boolean {
  return typeof value === 'string' || value === null || (typeof value === 'number' && Number.isFinite(value))
}

parentPort?.on('message', ({ id, ...request }: { id: number } & SnapshotRequest) => {
  const respond = (response: SnapshotResponse, transfer: ArrayBuffer[] = []) =>
    parentPort?.postMessage(response, transfer)
  try {
    const rows = handle(request)
    const values = rows.flatMap((row) => Object.values(row))
    // The main thread parses JSON several times faster than it receives objects, so only bytes are sent as they are.
    if (values.every(isEqualInJson)) return respond({ id, rows: JSON.stringify(rows) })
    const bytes = values.filter((value) => value instanceof Uint8Array)
    respond(
      { id, rows },
      bytes.map(({ buffer }) => buffer as ArrayBuffer),
    )
  } catch (error) {
    respond({ id, error: { ...(error as object), message: (error as Error).message } })
  }
})
