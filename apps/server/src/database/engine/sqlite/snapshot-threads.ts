import type { SQLInputValue } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import type { SnapshotRequest, SnapshotResponse } from './snapshot-thread.ts'

/** Threads of a process, whichever files it opens. Each serves several snapshots, one query at a time. */
const MAX_THREADS = 2

/** The build writes the program of a thread next to the server. */
const PROGRAM = `./snapshot-thread.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`

const threads = new Set<SnapshotThread>()
let lastSnapshot = 0

export type Snapshot = Awaited<ReturnType<typeof openSnapshot>>

/** A consistent state of a SQLite file, as of its first read, with a read-only connection in another thread. */
export async function openSnapshot(file: string) {
  const thread = chooseThread()
  lastSnapshot += 1
  const snapshot = lastSnapshot
  thread.snapshots.add(snapshot)
  try {
    await thread.send({ kind: 'begin', snapshot, file })
  } catch (error) {
    thread.snapshots.delete(snapshot)
    throw error
  }
  return {
    async read<Row>(sql: string, values: SQLInputValue[]) {
      const rows = await thread.send({ kind: 'read', snapshot, sql, values })
      return (typeof rows === 'string' ? JSON.parse(rows) : rows) as Row[]
    },
    /** Closes the connection. Further reads are rejected. */
    async end(): Promise<void> {
      // A thread that has ended has closed its connections.
      if (thread.snapshots.delete(snapshot) && threads.has(thread))
        await thread.send({ kind: 'end', snapshot })
    },
  }
}

function chooseThread(): SnapshotThread {
  const [first] = [...threads].toSorted((a, b) => a.snapshots.size - b.snapshots.size)
  if (first !== undefined && (first.snapshots.size === 0 || threads.size >= MAX_THREADS)) return first
  const thread = new SnapshotThread()
  threads.add(thread)
  return thread
}

type Rows = Extract<SnapshotResponse, { rows: unknown }>['rows']

class SnapshotThread {
  readonly snapshots = new Set<number>()
  readonly #worker = new Worker(new URL(PROGRAM, import.meta.url))
  readonly #waiters = new Map<number, PromiseWithResolvers<Rows>>()
  #lastId = 0

  constructor() {
    // Keeps the process running only while a response is outstanding.
    this.#worker.unref()
    this.#worker.on('message', (response: SnapshotResponse) => this.#settle(response))
    this.#worker.on('error', (error) => this.#fail(error))
    this.#worker.on('exit', () => this.#fail(new Error('the thread of the snapshot has ended')))
  }

  async send(request: SnapshotRequest): Promise<Rows> {
    if (!threads.has(this)) throw new Error('the thread of the snapshot has ended')
    this.#lastId += 1
    const waiter = Promise.withResolvers<Rows>()
    this.#waiters.set(this.#lastId, waiter)
    this.#worker.ref()
    this.#worker.postMessage({ id: this.#lastId, ...request }, [])
    return waiter.promise
  }

  #settle(response: SnapshotResponse): void {
    const waiter = this.#waiters.get(response.id)
    this.#waiters.delete(response.id)
    if (this.#waiters.size === 0) this.#worker.unref()
    if ('rows' in response) waiter?.resolve(response.rows)
    else waiter?.reject(Object.assign(new Error(response.error.message), response.error))
  }

  #fail(error: Error): void {
    threads.delete(this)
    for (const { reject } of this.#waiters.values()) reject(error)
    this.#waiters.clear()
  }
}
