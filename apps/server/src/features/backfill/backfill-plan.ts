import type { ArchivePlan } from '@fieldhouse/domain/archive-plan'
import { z } from 'zod'

const FailedSeason = z.object({ year: z.int(), reason: z.string() })

/** The part of a season's archive that is still to be read. */
const Scraping = z.object({
  season: z.int(),
  draft: z.boolean(),
  weeks: z.array(z.object({ week: z.int(), period: z.int().nullable() })),
  /** Whether any part could be read. */
  hasRead: z.boolean(),
  /** Parts that could not be read, each with the reason. */
  failed: z.array(z.object({ part: z.string(), reason: z.string() })),
})

/** What a backfill has still to do, and what became of the rest. */
export const BackfillPlan = z.object({
  start: z.int(),
  end: z.int(),
  /** Reads again what is stored and final. */
  force: z.boolean(),
  /** Reads line-ups, drafts and transactions too. */
  scrape: z.boolean(),
  /** Newest first; null until the provider has said which there are. */
  seasons: z.array(z.int()).nullable(),
  scraping: Scraping.nullable(),
  ingested: z.array(z.int()),
  skipped: z.array(z.int()),
  failed: z.array(FailedSeason),
})

export type BackfillPlan = z.infer<typeof BackfillPlan>

type Scraping = z.infer<typeof Scraping>

/** What a backfill ended with. */
export const BackfillReport = BackfillPlan.pick({ ingested: true, skipped: true, failed: true })

export type BackfillReport = z.infer<typeof BackfillReport>

export function createPlan(asked: Pick<BackfillPlan, 'start' | 'end' | 'force' | 'scrape'>): BackfillPlan {
  return { ...asked, seasons: null, scraping: null, ingested: [], skipped: [], failed: [] }
}

/** Every year of the range, newest first. */
export function yearsInRange({ start, end }: Pick<BackfillPlan, 'start' | 'end'>): number[] {
  return Array.from({ length: end - start + 1 }, (_, index) => end - index)
}

/** The plan once a season is dealt with. */
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

/** What is read next of an archive, as much as the provider is asked at once, and what is then left. */
export function nextBatch(scraping: Scraping): { next: ArchivePlan; rest: Scraping } {
  if (scraping.draft) return { next: { draft: true, weeks: [] }, rest: { ...scraping, draft: false } }
  return {
    next: { draft: false, weeks: scraping.weeks.slice(0, WEEKS_PER_BATCH) },
    rest: { ...scraping, weeks: scraping.weeks.slice(WEEKS_PER_BATCH) },
  }
}

/** Two calls a week: four at once. */
const WEEKS_PER_BATCH = 2

export function isEmptyArchive({ draft, weeks }: ArchivePlan): boolean {
  return !draft && weeks.length === 0
}

/** The plan once an archive is read as far as it could be. */
export function afterScraping(plan: BackfillPlan, { season, hasRead, failed }: Scraping): BackfillPlan {
  const left = { ...plan, scraping: null }
  const [first] = failed
  const done = hasRead || first === undefined ? withIngested(left, season) : left
  if (first === undefined) return done
  const parts = failed.map(({ part }) => part).join(', ')
  return withFailed(done, season, `Without ${parts}: ${first.reason}`)
}

/** In ascending order. */
export function toReport({ ingested, skipped, failed }: BackfillPlan): BackfillReport {
  const ascending = (years: readonly number[]) => years.toSorted((a, b) => a - b)
  return {
    ingested: ascending(ingested),
    skipped: ascending(skipped),
    failed: failed.toSorted((a, b) => a.year - b.year),
  }
}
