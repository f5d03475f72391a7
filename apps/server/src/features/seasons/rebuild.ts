import { pluralize } from '@fieldhouse/domain/pluralize'
import type { ArchivePartName } from '@fieldhouse/domain/rosters/archive'
import { jobRunningMessage } from '../../ingestion/messages.ts'
import { ProviderError } from '../../providers/league-provider.ts'
import type { League, RebuildStore, RebuiltSeason } from './rebuild-store.ts'

export type RebuildCounts = { rebuilt: number; unchanged: number }

/**
 * Rebuilds every season of the leagues from its stored raw responses, each season in its own transaction.
 * Prints one line per season. A season that cannot be rebuilt is left unchanged.
 */
export async function rebuildSeasons(
  store: Pick<RebuildStore, 'listSeasons' | 'rebuild'>,
  leagues: readonly League[],
  printLine: (line: string) => void,
): Promise<RebuildCounts> {
  const counts: RebuildCounts = { rebuilt: 0, unchanged: 0 }
  for (const league of leagues) {
    for (const season of await store.listSeasons(league.id)) {
      const outcome = await rebuildOne(store, league, season)
      counts[outcome.isRebuilt ? 'rebuilt' : 'unchanged'] += 1
      printLine(`${league.name} ${season}: ${outcome.detail}`)
    }
  }
  return counts
}

async function rebuildOne(store: Pick<RebuildStore, 'rebuild'>, league: League, season: number) {
  try {
    const rebuilt = await store.rebuild(league, season)
    switch (rebuilt.kind) {
      case 'rebuilt':
        return { isRebuilt: true, detail: ['rebuilt', ...describeContents(rebuilt)].join(', ') }
      case 'no_responses':
        return unchangedOutcome('no provider responses are stored')
      case 'job_running':
        return unchangedOutcome(jobRunningMessage(rebuilt.job, new Date()))
    }
  } catch (error) {
    if (error instanceof ProviderError || error instanceof SyntaxError) return unchangedOutcome(error.message)
    throw error
  }
}

function describeContents({ translated, parts }: RebuiltSeason): string[] {
  const countParts = (name: ArchivePartName) => parts.filter((part) => part.name === name).length
  return [
    ...(translated === null
      ? []
      : [
          pluralize(translated.season.teams.length, 'team'),
          pluralize(translated.season.games.length, 'game'),
        ]),
    ...formatWeeks('lineups', countParts('line-ups')),
    ...(countParts('draft') > 0 ? ['draft'] : []),
    ...formatWeeks('transactions', countParts('transactions')),
  ]
}

function formatWeeks(contents: string, weekCount: number): string[] {
  return weekCount === 0 ? [] : [`${contents} for ${pluralize(weekCount, 'week')}`]
}

function unchangedOutcome(reason: string) {
  return { isRebuilt: false, detail: `unchanged: ${reason}` }
}
