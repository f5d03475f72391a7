import type { ResponseOf } from '@fieldhouse/contract/operation'
import type { listSeasons, uploadSeasons } from '@fieldhouse/contract/seasons'
import type { SeasonFailure } from '../../repositories/seasons/season-store.ts'
import type { SeasonSummary } from '../../repositories/seasons/season-summaries.ts'
import type { StoredSeason } from './store.ts'

type PresentedSeason = ResponseOf<typeof uploadSeasons>['seasons'][number]

export function presentSeason(stored: StoredSeason): PresentedSeason {
  return { ...presentSummary(stored), files: stored.files }
}

/** Sorted newest first. Failures of stored seasons are part of the season; other failures are `missing`. */
export function presentSeasons(
  summaries: readonly SeasonSummary[],
  failures: readonly SeasonFailure[],
): ResponseOf<typeof listSeasons> {
  const stored = new Set(summaries.map(({ season }) => season))
  return {
    seasons: summaries.toReversed().map((summary) => {
      const failure = failures.find(({ season }) => season === summary.season)
      return {
        ...presentSummary(summary),
        is_final: summary.isFinal,
        fetched_at: summary.fetchedAt.toISOString(),
        last_failure: failure === undefined ? null : presentFailure(failure),
      }
    }),
    missing: failures
      .filter(({ season }) => !stored.has(season))
      .map((failure) => ({ season: failure.season, ...presentFailure(failure) })),
  }
}

function presentSummary({ season, source, depth, teams, games, findings }: SeasonSummary) {
  return {
    season,
    source,
    depth,
    teams,
    games,
    findings: findings.map(({ code, detail, week, gameId }) => ({ code, detail, week, game_id: gameId })),
  }
}

function presentFailure({ reason, at }: SeasonFailure) {
  return { reason, at: at.toISOString() }
}
