import type { ResponseOf } from '@fieldhouse/contract/operation'
import type { listSeasons, previewSeasons } from '@fieldhouse/contract/seasons/seasons'
import type { ArchivePart } from '@fieldhouse/domain/rosters/archive'
import { podiumOf } from '@fieldhouse/domain/seasons/podium'
import type { LeagueSeason } from '@fieldhouse/domain/seasons/season'
import { depthWithLineups, type SeasonCompleteness } from '@fieldhouse/domain/seasons/season-replacement'
import type { TableQuestion } from '@fieldhouse/domain/seasons/table-row'
import { presentImport } from '../../http/presenters/present-import.ts'
import { presentOrigin } from '../../http/presenters/present-origin.ts'
import { toWire } from '../../http/presenters/to-wire.ts'
import type { SeasonFailure } from '../../repositories/seasons/season-store.ts'
import type { SeasonSummary } from '../../repositories/seasons/season-summaries.ts'
import type { SeasonPreview } from './changes.ts'
import type { TranslatedSeason } from './translate-responses.ts'

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
        last_failure: failure === undefined ? null : toWire(failure),
      }
    }),
    missing: toWire(failures.filter(({ season }) => !stored.has(season))),
  }
}

export function presentSummary(summary: SeasonSummary) {
  const { source, provider, leagueImport, file, findings } = summary
  return {
    ...summary,
    source: source === 'espn' ? (provider ?? source) : source,
    ...presentImport(leagueImport),
    ...presentOrigin(file),
    findings: toWire(findings),
  }
}

type PreviewedSeason = ResponseOf<typeof previewSeasons>['seasons'][number]
type PreviewedContents = NonNullable<PreviewedSeason['contents']>

export function presentPreview(preview: SeasonPreview): PreviewedSeason {
  const { season, files, stored, translated, rejection } = preview
  const parts = preview.parts.map(({ part }) => part)
  return {
    season,
    files,
    is_stored: stored !== null,
    ...(rejection === null ? {} : { rejection: rejection.message }),
    contents: translated === null ? null : presentContents(translated, parts, stored),
  }
}

function presentContents(
  { season, completeness, questions, tableQuestions, file }: TranslatedSeason,
  parts: readonly ArchivePart[],
  stored: SeasonCompleteness | null,
): PreviewedContents {
  const hasLineups = parts.some(({ name }) => name === 'line-ups')
  const teams = presentTeams(season)
  const podium = season.progress.isFinished ? podiumOf(season) : []
  return {
    source: completeness.source,
    depth: depthWithLineups(completeness, hasLineups),
    ...(stored === null
      ? {}
      : { replaces: { depth: stored.depth, teams: stored.teams, games: stored.playedGames } }),
    ...(file === null || parts.length === 0 ? {} : { archive: presentParts(parts) }),
    games: season.games.filter(({ away }) => away !== null).length,
    regular_season_periods: season.calendar.regularSeasonPeriods,
    teams,
    podium: podium.flatMap(({ teamId }) => teams.filter((team) => team.team_id === teamId)),
    findings: toWire(season.findings),
    questions: [
      ...tableQuestions.map(toWire<TableQuestion>),
      ...questions.map((kind) =>
        kind === 'podium' ? { kind } : { kind, periods: listPlayedPeriods(season) },
      ),
    ],
  }
}

function presentParts(parts: readonly ArchivePart[]): NonNullable<PreviewedContents['archive']> {
  const counts = { lineup_weeks: 0, draft_picks: 0, transactions: 0 }
  for (const part of parts) {
    if (part.name === 'line-ups') counts.lineup_weeks += 1
    else if (part.name === 'draft') counts.draft_picks += part.draft.picks.length
    else counts.transactions += part.week.transactions.length
  }
  return counts
}

function presentTeams({ teams, members }: LeagueSeason): PreviewedContents['teams'] {
  const names = new Map(members.map(({ memberId, name }) => [memberId, name]))
  return teams
    .map(({ teamId, name, ownerIds }) => ({
      team_id: teamId,
      name,
      owners: ownerIds.flatMap((memberId) => names.get(memberId) ?? []),
    }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en'))
}

function listPlayedPeriods({ games, calendar }: LeagueSeason): { period: number; weeks: number[] }[] {
  const periods = [...new Set(games.map(({ period }) => period))].sort((a, b) => a - b)
  const weeksOf = new Map(calendar.periods.map(({ period, weeks }) => [period, weeks]))
  return periods.map((period) => ({ period, weeks: weeksOf.get(period) ?? [] }))
}
