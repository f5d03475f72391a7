import type { ArchivePartName } from '@fieldhouse/domain/archive-part'
import { ApiError } from '../../http/api-error.ts'
import { ProviderError } from '../../providers/league-provider.ts'
import type { League, RebuildStore, RebuiltSeason } from './rebuild-store.ts'

export type Rebuilt = { made: number; left: number }

/**
 * Makes every season of the leagues again from its raw answers, each in a transaction of its own.
 * Tells of each season by a line; one whose answers do not make a season stays as it is.
 */
export async function rebuildSeasons(
  store: Pick<RebuildStore, 'knownSeasons' | 'rebuild'>,
  leagues: readonly League[],
  tell: (line: string) => void,
): Promise<Rebuilt> {
  const count: Rebuilt = { made: 0, left: 0 }
  for (const league of leagues) {
    for (const season of await store.knownSeasons(league.id)) {
      const outcome = await rebuildOne(store, league, season)
      count[outcome.isMade ? 'made' : 'left'] += 1
      tell(`${league.name} ${season}: ${outcome.detail}`)
    }
  }
  return count
}

async function rebuildOne(store: Pick<RebuildStore, 'rebuild'>, league: League, season: number) {
  try {
    const made = await store.rebuild(league, season)
    if (made === null) return left('none of the answers that it was made of are kept')
    return { isMade: true, detail: ['made again', ...contentsOf(made)].join(', ') }
  } catch (error) {
    const isExpected = [ApiError, ProviderError, SyntaxError].some((kind) => error instanceof kind)
    if (isExpected) return left((error as Error).message)
    throw error
  }
}

function contentsOf({ made, parts }: RebuiltSeason): string[] {
  const count = (name: ArchivePartName) => parts.filter((part) => part.name === name).length
  return [
    ...(made === null ? [] : [`${made.season.teams.length} teams`, `${made.season.games.length} games`]),
    ...ofWeeks('line-ups', count('line-ups')),
    ...(count('draft') > 0 ? ['the draft'] : []),
    ...ofWeeks('transactions', count('transactions')),
  ]
}

function ofWeeks(what: string, weeks: number): string[] {
  return weeks === 0 ? [] : [`${what} of ${weeks} ${weeks === 1 ? 'week' : 'weeks'}`]
}

function left(reason: string) {
  return { isMade: false, detail: `left as it is: ${reason}` }
}
