import { type Acquisition, groupMoves, listAcquisitions } from '../../rosters/acquisitions.ts'
import type { Draft, DraftPick } from '../../rosters/archive.ts'
import type { LeagueTransaction } from '../../rosters/transactions.ts'

export type KeeperSeason = {
  season: number
  /** null if the draft was never read. */
  draft: Pick<Draft, 'isComplete' | 'kind' | 'picks'> | null
  /** Merged, oldest first. */
  transactions: readonly LeagueTransaction[]
  /** Whether the transactions of all weeks up to the stored rosters were read. */
  hasAllTransactions: boolean
  /** The newest stored roster of each team. */
  rosters: readonly { teamId: number; week: number; playerIds: readonly number[] }[]
}

/**
 * A step of a player's way to his team. `carried_over`: he stayed on the roster without a pick, as in a dynasty league.
 * `off_season`: he came from another owner's team between two seasons.
 */
export type KeeperStep = Omit<Acquisition, 'how'> & {
  season: number
  how: Acquisition['how'] | 'carried_over' | 'off_season'
}

/** How a player came to his team: the steps that belong to one stretch in the league without a drop. */
export type KeeperWay = {
  /** Oldest first; empty if nothing is known. */
  steps: KeeperStep[]
  /** Whether the first step is how a first team got him, so that nothing is missing before it. */
  hasOrigin: boolean
}

/** Who owned a team in a season, as a key that stays the same for a person; null if unknown. */
export type OwnerKey = (season: number, teamId: number) => string | null

const ORIGINS: readonly KeeperStep['how'][] = ['draft', 'waiver', 'free_agent', 'other']

/**
 * Returns how a team came to a player on its newest roster. A trade passes the history on, and a drop ends it. It is not
 * stored, because every correction, upload and rebuild of an earlier season would have to update it. Source: analytics,
 * "Keeper ledger".
 * @param seasons newest first, beginning with the one whose rosters are asked about
 */
export function keeperWays(
  seasons: readonly KeeperSeason[],
  ownerOf: OwnerKey,
): (teamId: number, playerId: number) => KeeperWay {
  const read = seasons.map((season) => ({ ...season, acquisitionsOf: acquisitionsByPlayer(season) }))
  return (teamId, playerId) => {
    const steps: KeeperStep[] = []
    const wayBack = (hasOrigin: boolean): KeeperWay => ({ steps: steps.toReversed(), hasOrigin })
    let holder = teamId
    for (const [index, season] of read.entries()) {
      const acquired = season.acquisitionsOf(playerId)
      for (const step of acquired.toReversed()) {
        // If another team got him last, something between is missing.
        if (step.teamId !== holder) return wayBack(false)
        steps.push({ ...step, season: season.season })
        if (step.fromTeamId !== null) holder = step.fromTeamId
        else if (ORIGINS.includes(step.how)) return wayBack(true)
      }
      const previous = read[index + 1]
      if (previous?.season !== season.season - 1) return wayBack(false)
      const lastHolder = lastTeamOf(previous, playerId)
      if (lastHolder === null) return wayBack(false)
      const stayed = isSameOwner(ownerOf, [season.season, holder], [previous.season, lastHolder])
      if (acquired.some(({ how }) => how === 'keeper')) {
        if (!stayed) steps.push(stepBetween('off_season', season.season, holder, lastHolder))
      } else {
        if (!stayed || !showsAllAcquisitions(season)) return wayBack(false)
        steps.push(stepBetween('carried_over', season.season, holder, null))
      }
      holder = lastHolder
    }
    return wayBack(false)
  }
}

/** Without them, a player may have been drafted or picked up again unnoticed. */
function showsAllAcquisitions({ draft, hasAllTransactions }: KeeperSeason): boolean {
  return draft?.isComplete === true && draft.picks.length > 0 && hasAllTransactions
}

function stepBetween(
  how: 'carried_over' | 'off_season',
  season: number,
  teamId: number,
  fromTeamId: number | null,
): KeeperStep {
  return { how, season, teamId, fromTeamId, week: null, at: null, bid: null, pick: null, round: null }
}

/** On a platform that the league has moved to, the same owner has another team ID. */
function isSameOwner(
  ownerOf: OwnerKey,
  [season, teamId]: readonly [number, number],
  [previousSeason, previousTeamId]: readonly [number, number],
): boolean {
  const [owner, previousOwner] = [ownerOf(season, teamId), ownerOf(previousSeason, previousTeamId)]
  return owner === null || previousOwner === null ? teamId === previousTeamId : owner === previousOwner
}

/** Oldest first. */
function acquisitionsByPlayer({ draft, transactions }: KeeperSeason): (playerId: number) => Acquisition[] {
  // A host can list a pick twice.
  const picks = new Map((draft?.picks ?? []).toReversed().map((pick) => [pick.playerId, pick]))
  const moves = groupMoves(transactions)
  return (playerId) => {
    const pick = picks.get(playerId)
    const acquired = listAcquisitions(playerId, {
      picks: pick === undefined ? [] : [pick],
      transactions: moves.get(playerId) ?? [],
    })
    return pick === undefined ? acquired : placePick(acquired, pick)
  }
}

/** A player who was traded to the team that kept him, by another one, was traded before the draft. */
function placePick([drafted, ...moved]: Acquisition[], { teamId }: DraftPick): Acquisition[] {
  if (drafted === undefined) return moved
  const first = moved[0]?.fromTeamId ?? null
  const before = first === null || first === teamId ? -1 : moved.findIndex((step) => step.teamId === teamId)
  return moved.toSpliced(before + 1, 0, drafted)
}

/** The team that had a player last; null if he was dropped, or unknown. */
function lastTeamOf({ rosters, transactions, draft }: KeeperSeason, playerId: number): number | null {
  const roster = rosters
    .filter(({ playerIds }) => playerIds.includes(playerId))
    .toSorted((a, b) => b.week - a.week)[0]
  const done = transactions.filter(({ status }) => status === 'done')
  const last = done.findLast(({ moves }) => moves.some((move) => move.playerId === playerId))
  if (roster !== undefined && (last === undefined || last.week <= roster.week)) return roster.teamId
  if (last !== undefined) return last.moves.findLast((move) => move.playerId === playerId)?.toTeamId ?? null
  return draft?.picks.find((pick) => pick.playerId === playerId)?.teamId ?? null
}
