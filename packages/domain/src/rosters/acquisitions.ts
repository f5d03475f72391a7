import { groupBy } from '../insights/season/regular-season.ts'
import type { DraftPick } from './archive.ts'
import type { LeagueTransaction, TransactionKind } from './transactions.ts'

/** How a team got a player. `other` is any other change, such as a league manager's correction. */
export const ACQUISITION_KINDS = ['draft', 'keeper', 'waiver', 'free_agent', 'trade', 'other'] as const

type AcquisitionKind = (typeof ACQUISITION_KINDS)[number]

export type Acquisition = ReturnType<typeof listAcquisitions>[number]

const KINDS: Readonly<Record<TransactionKind, AcquisitionKind>> = {
  waiver: 'waiver',
  'free agent': 'free_agent',
  trade: 'trade',
  roster: 'other',
}

/** Up to an NFL week; null if unknown. A lookup takes the same time for any number of transactions. */
export function latestAcquisitions({
  picks,
  transactions,
}: {
  picks: readonly DraftPick[]
  transactions: readonly LeagueTransaction[]
}): (teamId: number, playerId: number, week: number) => AcquisitionKind | null {
  const picksOf = groupBy(picks, ({ playerId }) => playerId)
  const movesOf = groupMoves(transactions)
  const acquired = new Map(
    [...new Set([...picksOf.keys(), ...movesOf.keys()])].map((playerId) => [
      playerId,
      groupBy(
        listAcquisitions(playerId, {
          picks: picksOf.get(playerId) ?? [],
          transactions: movesOf.get(playerId) ?? [],
        }),
        ({ teamId }) => teamId,
      ),
    ]),
  )
  return (teamId, playerId, week) =>
    acquired
      .get(playerId)
      ?.get(teamId)
      ?.findLast((each) => (each.week ?? 0) <= week)?.how ?? null
}

export function groupMoves(transactions: readonly LeagueTransaction[]): Map<number, LeagueTransaction[]> {
  const grouped = new Map<number, LeagueTransaction[]>()
  for (const transaction of transactions)
    for (const playerId of new Set(transaction.moves.map((move) => move.playerId))) {
      const ofPlayer = grouped.get(playerId)
      if (ofPlayer === undefined) grouped.set(playerId, [transaction])
      else ofPlayer.push(transaction)
    }
  return grouped
}

/**
 * Every time that a team got the player in a season, the draft first, then in the order of `transactions`. Only a trade
 * and a league manager's move can have a team that he came from. `week` is the NFL week in which it took effect, 0 before
 * week 1. `bid` is that of a waiver claim or the price in an auction draft.
 */
export function listAcquisitions(
  playerId: number,
  { picks, transactions }: { picks: readonly DraftPick[]; transactions: readonly LeagueTransaction[] },
) {
  const drafted = picks
    .filter((pick) => pick.playerId === playerId)
    .map(({ teamId, isKeeper, bid, overall, round }) => ({
      how: isKeeper ? ('keeper' as const) : ('draft' as const),
      teamId,
      fromTeamId: null,
      week: null,
      at: null,
      bid,
      pick: overall,
      round,
    }))
  const moved = transactions
    .filter(({ status }) => status === 'done')
    .flatMap(({ kind, week, decidedAt, bid, moves }) =>
      moves.flatMap((move) =>
        move.playerId !== playerId || move.toTeamId === null || move.toTeamId === move.fromTeamId
          ? []
          : [
              {
                how: KINDS[kind],
                teamId: move.toTeamId,
                fromTeamId: kind === 'trade' || kind === 'roster' ? move.fromTeamId : null,
                week,
                at: decidedAt,
                bid,
                pick: null,
                round: null,
              },
            ],
      ),
    )
  return [...drafted, ...moved]
}
