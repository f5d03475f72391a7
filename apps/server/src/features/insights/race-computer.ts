import { Worker } from 'node:worker_threads'
import type { PlayoffRace } from '@fieldhouse/domain/insights/race/playoff-race'
import type { RaceInput } from './race-input.ts'
import type { RaceReply, RaceRequest } from './race-thread.ts'

/** The build writes the program of the thread next to the server. */
const PROGRAM = `./race-thread.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`

/** Computes playoff races in another thread, one after the other, so that a simulation holds up no other request. */
export interface RaceComputer {
  compute(input: RaceInput): Promise<PlayoffRace>
}

/** The thread starts with the first race and does not keep the process running. After a failure, a new one starts. */
export function raceComputer(): RaceComputer {
  let thread: RaceThread | null = null
  return {
    compute(input) {
      if (thread === null || thread.hasEnded) thread = new RaceThread()
      return thread.compute(input)
    },
  }
}

type Waiter = { resolve: (race: PlayoffRace) => void; reject: (error: unknown) => void }

class RaceThread {
  hasEnded = false
  readonly #worker = new Worker(new URL(PROGRAM, import.meta.url))
  readonly #waiters = new Map<number, Waiter>()
  #lastId = 0

  constructor() {
    this.#worker.unref()
    this.#worker.on('message', (reply: RaceReply) => this.#settle(reply))
    this.#worker.on('error', (error) => this.#fail(error))
    this.#worker.on('exit', () => this.#fail(new Error('the thread of the playoff race has ended')))
  }

  compute(input: RaceInput): Promise<PlayoffRace> {
    this.#lastId += 1
    const id = this.#lastId
    return new Promise((resolve, reject) => {
      this.#waiters.set(id, { resolve, reject })
      // Keeps the process running only while a race is outstanding.
      this.#worker.ref()
      const request: RaceRequest = { id, ...input }
      this.#worker.postMessage(request, [])
    })
  }

  #settle(reply: RaceReply): void {
    const waiter = this.#waiters.get(reply.id)
    this.#waiters.delete(reply.id)
    if (this.#waiters.size === 0) this.#worker.unref()
    if ('race' in reply) waiter?.resolve(reply.race)
    else waiter?.reject(reply.error)
  }

  #fail(error: unknown): void {
    this.hasEnded = true
    for (const { reject } of this.#waiters.values()) reject(error)
    this.#waiters.clear()
  }
}
