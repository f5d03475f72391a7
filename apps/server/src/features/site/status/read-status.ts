import { z } from 'zod'
import { freeBytesIn } from '../../../backup/restore-backup.ts'
import type { Context } from '../../../context.ts'
import type { Db } from '../../../database/engine/database.ts'
import { EXTERNAL_SOURCES } from '../../../repositories/external-fetch-store.ts'
import { readStorage } from '../read-storage.ts'
import { type Outcome, readOutcome } from '../reported-job.ts'
import { isNewerRelease } from './newer-release.ts'

const AuditResult = z.object({ entries: z.int() })
const ReleaseResult = z.object({ version: z.string() })

export async function readStatus({ db, settings, release }: Pick<Context, 'db' | 'settings' | 'release'>) {
  const [storage, freeBytes, failedJobs, sources, audit, newest] = await Promise.all([
    readStorage(db),
    freeBytesIn(settings.dataDir),
    countFailedJobs(db),
    readSources(db),
    readOutcome(db, 'audit-check'),
    settings.UPDATES_URL === undefined ? null : readOutcome(db, 'newest-release'),
  ])
  return {
    storage: { ...storage, freeBytes },
    failedJobs,
    sources,
    audit: audit && { ...audit, entries: AuditResult.safeParse(audit.result).data?.entries ?? null },
    update: settings.UPDATES_URL === undefined ? null : describeUpdate(newest, release),
  }
}

function describeUpdate(outcome: Outcome | null, release: string) {
  const newest = ReleaseResult.safeParse(outcome?.result).data?.version ?? null
  return {
    newest,
    isNewer: newest !== null && isNewerRelease(newest, release),
    checkedAt: outcome?.at ?? null,
    error: outcome?.error ?? null,
  }
}

async function countFailedJobs(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('jobs')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('last_error', 'is not', null)
    .where('ended_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return count
}

type SourceStatus = { name: string; lastSuccess: Date | null; error: string | null }

/** When each source was last read, with the reason of a failure since. Sources that were never asked are left out. */
async function readSources(db: Db): Promise<SourceStatus[]> {
  const [seasons, failures, fetches] = await Promise.all([
    db
      .selectFrom('seasons')
      .select(({ fn }) => ['provider', fn.max('fetched_at').as('at')])
      .where('source', '=', 'espn')
      .where('provider', 'is not', null)
      .groupBy('provider')
      .execute(),
    db
      .selectFrom('season_failures')
      .innerJoin('league_sources', (join) =>
        join
          .onRef('league_sources.league_id', '=', 'season_failures.league_id')
          .on((eb) =>
            eb.and([
              eb.or([
                eb('league_sources.first_season', 'is', null),
                eb('league_sources.first_season', '<=', eb.ref('season_failures.season')),
              ]),
              eb.or([
                eb('league_sources.last_season', 'is', null),
                eb('league_sources.last_season', '>=', eb.ref('season_failures.season')),
              ]),
            ]),
          ),
      )
      .select(['league_sources.provider', 'season_failures.reason', 'season_failures.at'])
      .orderBy('season_failures.at')
      .execute(),
    db.selectFrom('external_fetches').selectAll().orderBy('asked_at').execute(),
  ])
  const leagues = seasons.map(({ provider, at }) => {
    const lastSuccess = new Date(at)
    const failure = failures.findLast((each) => each.provider === provider && each.at > lastSuccess.getTime())
    return { name: `leagues of ${provider}`, lastSuccess, error: failure?.reason ?? null }
  })
  const external = EXTERNAL_SOURCES.flatMap((name) => {
    const parts = fetches.filter(({ source }) => source === name)
    const last = parts.at(-1)
    if (last === undefined) return []
    const successes = parts.flatMap(({ ok_at }) => ok_at ?? [])
    const lastSuccess = successes.length === 0 ? null : new Date(Math.max(...successes))
    return [{ name, lastSuccess, error: last.error }]
  })
  return [...leagues, ...external]
}
