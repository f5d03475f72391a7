import type { SQLInputValue } from 'node:sqlite'
import { parentPort } from 'node:worker_threads'
import { openReadOnly, type StatementCache } from './statement-cache.ts'

// The program of a thread that reads snapshots of SQLite files. `snapshot-threads.ts` starts it.

export type SnapshotRequest =
  | { kind: 'begin'; snapshot: number; file: string }
  | { kind: 'read'; snapshot: number; sql: string; values: SQLInputValue[] }
  | { kind: 'end'; snapshot: number }

type Row = Record<string, unknown>

export type SnapshotResponse = { id: number } & (
  | { kind: 'done' }
  | { kind: 'json'; rows: string }
  | { kind: 'rows'; rows: Row[] }
  /** `properties` are those of a SQLite error, which errors lose between threads. */
  | { kind: 'error'; message: string; properties: object }
)

type Reply = { response: SnapshotResponse; transfer: ArrayBuffer[] }

const snapshots = new Map<number, StatementCache>()

function reply(id: number, request: SnapshotRequest): Reply {
  try {
    const rows = handle(request)
    return rows === null ? { response: { id, kind: 'done' }, transfer: [] } : replyWithRows(id, rows)
  } catch (error) {
    const { message, ...properties } = { ...(error as object), message: (error as Error).message }
    return { response: { id, kind: 'error', message, properties }, transfer: [] }
  }
}

function handle(request: SnapshotRequest): Row[] | null {
  if (request.kind === 'begin') {
    const connection = openReadOnly(request.file)
    connection.exec('begin')
    snapshots.set(request.snapshot, connection)
    return null
  }
  const connection = snapshots.get(request.snapshot)
  if (connection === undefined) throw new Error('the snapshot has ended')
  if (request.kind === 'read') return connection.all(request.sql, request.values)
  snapshots.delete(request.snapshot)
  connection.close()
  return null
}

/** The main thread parses JSON several times faster than it receives objects, so only bytes are sent as they are. */
function replyWithRows(id: number, rows: Row[]): Reply {
  if (rows.every((row) => Object.values(row).every(isEqualInJson)))
    return { response: { id, kind: 'json', rows: JSON.stringify(rows) }, transfer: [] }
  const bytes = rows.flatMap((row) => Object.values(row).filter((value) => value instanceof Uint8Array))
  return { response: { id, kind: 'rows', rows }, transfer: bytes.map(({ buffer }) => buffer as ArrayBuffer) }
}

function isEqualInJson(value: unknown): boolean {
  return typeof value === 'string' || value === null || (typeof value === 'number' && Number.isFinite(value))
}

parentPort?.on('message', ({ id, ...request }: { id: number } & SnapshotRequest) => {
  const { response, transfer } = reply(id, request)
  parentPort?.postMessage(response, transfer)
})
