import type { ArchivePartName } from '@fieldhouse/domain/archive-part'
import { ApiError } from '../../http/api-error.ts'
import { ProviderError } from '../../providers/league-provider.ts'
import type { League, RebuildStore, RebuiltSeason } from './rebuild-store.ts'

export type RebuildCounts = { rebuilt: number; unchanged: number }

/**
 * Makes every season of the leagues again from its raw answers, each in a transaction of its own.
 * Tells of each season by a line; one whose answers do not make a season stays as it is.
 */
export async function rebuildSeasons(
  store: Pick<RebuildStore, 'listSeasons' | 'rebuild'>,
  leagues: readonly League[],
  tell: (line: string) => void,
): Promise<RebuildCounts> {
  const count: RebuildCounts = { rebuilt: 0, unchanged: 0 }
  for (const league of leagues) {
    for (const season of await store.listSeasons(league.id)) {
      const outcome = await rebuildOne(store, league, season)
      count[outcome.isMade ? 'rebuilt' : 'unchanged'] += 1
      tell(`${league.name} ${season}: ${outcome.detail}`)
    }
  }
  return count
}

async function rebuildOne(store: Pick<RebuildStore, 'rebuild'>, league: League, season: number) {
  try {
    const made = await store.rebuild(league, season)
    if (made === null) return unchangedOutcome('none of the answers that it was made of are kept')
    return { isMade: true, detail: ['made again', ...describeContents(made)].join(', ') }
  } catch (error) {
    const isExpected = [ApiError, ProviderError, SyntaxError].some((kind) => error instanceof kind)
    if (isExpected) return unchangedOutcome((error as Error).message)
    throw error
  }
}

function describeContents({ translated, parts }: RebuiltSeason): string[] {
  const count = (name: ArchivePartName) => parts.filter((part) => part.name === name).length
  return [
    ...(translated === null
      ? []
      : [`${translated.season.teams.length} teams`, `${translated.season.games.length} games`]),
    ...formatWeeks('line-ups', count('line-ups')),
    ...(count('draft') > 0 ? ['the draft'] : []),
    ...formatWeeks('transactions', count('transactions')),
  ]
}

function formatWeeks(what: string, weeks: number): string[] {
  return weeks === 0 ? [] : [`${what} of ${weeks} ${weeks === 1 ? 'week' : 'weeks'}`]
}

function unchangedOutcome(reason: string) {
  return { isMade: false, detail: `left as it is: ${reason}` }
}
