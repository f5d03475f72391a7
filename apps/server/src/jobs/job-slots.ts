import type { JobKind } from './job.ts'
import type { RunnableJob } from './job-store.ts'

/** How many more jobs of each kind and to each destination a process may start. */
export interface JobSlots {
  /** The number of jobs of this kind that may start. */
  freeSlots(kind: JobKind): number
  /** Whether a job of this kind may start. */
  hasSlot(kind: JobKind, destination: string | null): boolean
  /** The destinations that have no slot left, by kind. */
  listBusy(): { kind: string; destinations: string[] }[]
}

/** Counts the running jobs, as listed by `running`. */
export function jobSlots(
  running: () => readonly { kind: JobKind; job: Pick<RunnableJob, 'destination'> }[],
): JobSlots {
  const countTo = (kind: JobKind, destination: string) =>
    running().filter((each) => each.kind === kind && each.job.destination === destination).length

  function isBusy(kind: JobKind, destination: string | null): boolean {
    const { maxConcurrentPerDestination: max } = kind
    return max !== undefined && destination !== null && countTo(kind, destination) >= max
  }

  function freeSlots(kind: JobKind): number {
    const ofKind = kind.maxConcurrent - running().filter((each) => each.kind === kind).length
    if (kind.pool === undefined) return ofKind
    const ofPool = kind.pool.slots - running().filter((each) => each.kind.pool === kind.pool).length
    return Math.min(ofKind, ofPool)
  }

  return {
    freeSlots,
    hasSlot: (kind, destination) => freeSlots(kind) > 0 && !isBusy(kind, destination),
    listBusy: () => {
      const kinds = new Set(running().map(({ kind }) => kind))
      return [...kinds].flatMap((kind) => {
        const destinations = running().flatMap(({ job }) => job.destination ?? [])
        const busy = [...new Set(destinations)].filter((destination) => isBusy(kind, destination))
        return busy.length === 0 ? [] : [{ kind: kind.kind, destinations: busy }]
      })
    },
  }
}
