import { nflTeamByAbbrev } from '@fieldhouse/domain/nfl/nfl-teams'
import { keyOfSleeperPlayer } from '@fieldhouse/domain/nfl/player-keys'
import {
  type Draft,
  type DraftOrder,
  type DraftPick,
  type DraftPool,
  numbersInRounds,
} from '@fieldhouse/domain/rosters/archive'
import { normalizeWhitespace } from '../../schemas/fields.ts'
import type { DraftEntry, PickEntry } from '../schemas/player-bodies.ts'
import type { LeagueBody } from '../schemas/season-bodies.ts'
import { displayPosition } from './players.ts'

export type DraftWithPicks = { draft: DraftEntry; picks: readonly PickEntry[] }

/** Less of the budgets than this was spent only if somebody typed in the result of an auction without its prices. */
const MIN_SPENT_SHARE = 0.5

const POOLS: Readonly<Record<number, DraftPool>> = { 1: 'rookies', 2: 'veterans' }

const KINDS: Readonly<Record<string, DraftOrder>> = {
  snake: 'snake',
  linear: 'linear',
  auction: 'auction',
}

/**
 * In the order in which they were held. A draft can be complete and have no picks. In an auction, the order of the
 * picks is their order on the board.
 */
export function translateDraft(
  drafts: readonly DraftWithPicks[],
  { leagueId, season }: { leagueId: string; season: number },
): Draft {
  const held = drafts
    .filter(({ draft }) => isOf(season, draft))
    .toSorted((a, b) => startOf(a.draft) - startOf(b.draft))
  const picks: DraftPick[] = []
  // A dynasty league holds several drafts in its first season. Their picks are one list in the order of the first.
  const kind = kindOf(held[0]?.draft)
  let [offset, rounds] = [0, 0]
  for (const { draft, picks: entries } of held) {
    const [order, pool] = [kindOf(draft), POOLS[draft.settings?.player_type ?? 0]]
    const ofDraft = {
      ...(pool === undefined ? {} : { pool }),
      ...(order === null || order === kind ? {} : { order }),
    }
    const hasPrices = hasRealPrices(draft, entries)
    const numbered = entries.map((entry) => ({ ...entry, overall: entry.pick_no }))
    const numberOf = numbersInRounds(numbered, draft.settings?.teams ?? null)
    for (const entry of numbered.toSorted((a, b) => a.overall - b.overall)) {
      const pick = toPick(entry, draft, numberOf(entry), hasPrices)
      if (pick === null) continue
      picks.push({ ...pick, ...ofDraft, overall: pick.overall + offset, round: pick.round + rounds })
    }
    offset += Math.max(0, ...numbered.map(({ overall }) => overall))
    rounds += Math.max(0, ...numbered.map(({ round }) => round))
  }
  return {
    providerLeagueId: leagueId,
    season,
    isComplete: held.length > 0 && held.every(({ draft }) => draft.status === 'complete'),
    kind,
    picks,
  }
}

function kindOf(draft: DraftEntry | undefined): DraftOrder | null {
  return KINDS[draft?.type ?? ''] ?? null
}

/** When the main draft of a season begins; without it, the first one. null if none has a date. */
export function draftDateOf(
  { draft_id: mainId, season }: Pick<LeagueBody, 'draft_id' | 'season'>,
  drafts: readonly DraftEntry[],
): Date | null {
  const [first] = drafts
    .filter((draft) => isOf(season, draft) && (draft.start_time ?? 0) > 0)
    .toSorted(
      (a, b) => Number(b.draft_id === mainId) - Number(a.draft_id === mainId) || startOf(a) - startOf(b),
    )
  return first === undefined ? null : new Date(startOf(first))
}

function isOf(season: number, draft: DraftEntry): boolean {
  return (draft.season ?? season) === season
}

function startOf({ start_time, created }: DraftEntry): number {
  return start_time ?? created ?? 0
}

/** The roster of the pick got the player; its slot can be another team's whose pick was traded. */
function toPick(entry: PickEntry, draft: DraftEntry, inRound: number, hasPrices: boolean): DraftPick | null {
  const playerId = keyOfSleeperPlayer(entry.player_id)
  const originalTeamId = draft.slot_to_roster_id?.[`${entry.draft_slot}`]
  const teamId = entry.roster_id ?? originalTeamId
  if (playerId === null || teamId == null) return null
  const { first_name, last_name, position, team, amount } = entry.metadata ?? {}
  const name = normalizeWhitespace(`${first_name ?? ''} ${last_name ?? ''}`)
  const player = {
    name,
    position: displayPosition(normalizeWhitespace(position)),
    nflTeamId: nflTeamByAbbrev(team ?? '')?.teamId ?? null,
  }
  return {
    overall: entry.pick_no,
    round: entry.round,
    inRound,
    teamId,
    playerId,
    memberId: entry.picked_by ?? null,
    isKeeper: entry.is_keeper === true,
    bid: hasPrices && amount != null && amount > 0 ? amount : null,
    ...(originalTeamId == null ? {} : { originalTeamId }),
    ...(name === '' ? {} : { player }),
  }
}

function hasRealPrices({ type, settings }: DraftEntry, picks: readonly PickEntry[]): boolean {
  if (type !== 'auction') return false
  const spent = picks.reduce((sum, { metadata }) => sum + (metadata?.amount ?? 0), 0)
  const teams = settings?.teams ?? new Set(picks.map(({ roster_id }) => roster_id)).size
  // Without a budget, the least price says nothing.
  const budget = (settings?.budget ?? 0) * teams
  return budget > 0 ? spent >= budget * MIN_SPENT_SHARE : spent > 2 * picks.length
}
