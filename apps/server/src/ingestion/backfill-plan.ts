import type { ArchivePlan } from '@fieldhouse/domain/rosters/archive'
import { z } from 'zod'

const FailedSeason = z.object({ year: z.int(), reason: z.string() })

/** The part of a season's archive that still has to be fetched. Stored as JSON. */
const Scraping = z.object({
  season: z.int(),
  draft: z.boolean(),
  weeks: z.array(z.object({ week: z.int(), period: z.int().nullable() })),
  hasRead: z.boolean(),
  failed: z.array(z.object({ part: z.string(), reason: z.string() })),
})

/** The remaining work of a backfill and its results so far. Stored as JSON. */
export const BackfillPlan = z.object({
  /** A season to read first, as a refresh does, with its lineups; the current one if `season` is null. */
  first: z.object({ season: z.int().nullable() }).nullable().default(null),
  /** Whether the range becomes that of the seasons that the provider lists in it. */
  isOpen: z.boolean().default(false),
  start: z.int(),
  end: z.int(),
  /** Fetches seasons again even if they are stored and final. */
  force: z.boolean(),
  /** Also fetches lineups, drafts and transactions. */
  scrape: z.boolean(),
  /** The remaining seasons, newest first; null until the provider has listed them. */
  seasons: z.array(z.int()).nullable(),
  scraping: Scraping.nullable(),
  ingested: z.array(z.int()),
  skipped: z.array(z.int()),
  failed: z.array(FailedSeason),
})

export type BackfillPlan = z.infer<typeof BackfillPlan>

type Scraping = z.infer<typeof Scraping>

export const BackfillReport = BackfillPlan.pick({ ingested: true, skipped: true, failed: true })

export type BackfillReport = z.infer<typeof BackfillReport>

type PlanOptions = Pick<BackfillPlan, 'start' | 'end' | 'force' | 'scrape'> &
  Partial<Pick<BackfillPlan, 'first' | 'isOpen'>>

export function createPlan(options: PlanOptions): BackfillPlan {
  const nothing = { seasons: null, scraping: null, ingested: [], skipped: [], failed: [] }
  return { first: null, isOpen: false, ...options, ...nothing }
}

/** No provider has earlier ones. */
const FIRST_SEASON = 1999

/** Reads every season of a range that is not stored: the whole history of a league without `start`. */
export function createReadingPlan({
  start,
  end,
  first,
}: Pick<BackfillPlan, 'end' | 'first'> & { start: number | null }): BackfillPlan {
  return createPlan({ start: start ?? FIRST_SEASON, end, first, isOpen: true, force: false, scrape: false })
}

/** Returns every year of the range, newest first. */
export function yearsInRange({ start, end }: Pick<BackfillPlan, 'start' | 'end'>): number[] {
  return Array.from({ length: end - start + 1 }, (_, index) => end - index)
}

export function withoutSeason(plan: BackfillPlan, season: number): BackfillPlan {
  return { ...plan, seasons: (plan.seasons ?? []).filter((each) => each !== season) }
}

export function withIngested(plan: BackfillPlan, season: number): BackfillPlan {
  return { ...plan, ingested: [...new Set([...plan.ingested, season])] }
}

export function withFailed(plan: BackfillPlan, year: number, reason: string): BackfillPlan {
  return { ...plan, failed: [...plan.failed, { year, reason }] }
}

export function withSkipped(plan: BackfillPlan, season: number): BackfillPlan {
  return { ...plan, skipped: [...plan.skipped, season] }
}

export function withScraping(
  plan: BackfillPlan,
  season: number,
  { draft, weeks }: ArchivePlan,
): BackfillPlan {
  return { ...plan, scraping: { season, draft, weeks, hasRead: false, failed: [] } }
}

export function nextBatch(scraping: Scraping): { next: ArchivePlan; rest: Scraping } {
  if (scraping.draft) return { next: { draft: true, weeks: [] }, rest: { ...scraping, draft: false } }
  return {
    next: { draft: false, weeks: scraping.weeks.slice(0, WEEKS_PER_BATCH) },
    rest: { ...scraping, weeks: scraping.weeks.slice(WEEKS_PER_BATCH) },
  }
}

/** Each week takes two requests, so a batch takes four. */
const WEEKS_PER_BATCH = 2

export function isEmptyArchive({ draft, weeks }: ArchivePlan): boolean {
  return !draft && weeks.length === 0
}

export function afterScraping(plan: BackfillPlan, { season, hasRead, failed }: Scraping): BackfillPlan {
  const remaining = { ...plan, scraping: null }
  const [firstFailure] = failed
  const updatedPlan = hasRead || firstFailure === undefined ? withIngested(remaining, season) : remaining
  if (firstFailure === undefined) return updatedPlan
  const parts = failed.map(({ part }) => part).join(', ')
  return withFailed(updatedPlan, season, `Missing ${parts}: ${firstFailure.reason}`)
}

/** Returns the result with each list in ascending order by year. */
export function toReport({ ingested, skipped, failed }: BackfillPlan): BackfillReport {
  const ascending = (years: readonly number[]) => years.toSorted((a, b) => a - b)
  return {
    ingested: ascending(ingested),
    skipped: ascending(skipped),
    failed: failed.toSorted((a, b) => a.year - b.year),
  }
}
