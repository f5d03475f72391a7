import { addPoints, type Points, pointsToDecimal, ZERO_POINTS } from '@fieldhouse/domain/points'
import {
  finalPoints,
  INJURED_RESERVE,
  type LineupEntry,
  livePoints,
  setLineup,
  startersOf,
} from '../league/rosters.ts'
import { DIVISION_NAME } from '../league/seed-users.ts'
import { noGames, streakOf } from '../league/simulate-league.ts'
import type { Moment } from '../nfl.ts'
import { playerIdOf, pointsAt } from '../players.ts'
import {
  draftIdOf,
  leagueIdOf,
  previousLeagueIdOf,
  type SleeperAccount,
  type SleeperShape,
} from './leagues.ts'
import {
  type BracketGame,
  divisionNumberOf,
  NFL_WEEKS,
  type Origin,
  pairsOfWeek,
  rosterIdOf,
  type SleeperSeason,
  standingsAt,
  totalsAt,
} from './sleeper-season.ts'

const SLOT_NAMES: Readonly<Record<number, string>> = {
  0: 'QB',
  2: 'RB',
  4: 'WR',
  6: 'TE',
  7: 'SUPER_FLEX',
  10: 'LB',
  11: 'DL',
  14: 'DB',
  15: 'IDP_FLEX',
  16: 'DEF',
  17: 'K',
  23: 'FLEX',
}
const TYPES = { redraft: 0, keeper: 1, dynasty: 2 } as const satisfies Record<SleeperShape['kind'], number>
const WAIVER_BUDGET = 100
const NO_DEADLINE = 99

export function leagueBody(season: SleeperSeason, moment: Moment): object {
  const { league, shape, teams, slots, finalWeek, regularWeeks, rounds } = season
  const rosterSize = season.rosters.get(season.teamIds[0] ?? 0)?.length ?? 0
  const divisions = Array.from({ length: shape.divisions }, (_, index) => index + 1)
  const scored = Math.min(moment.week - 1, finalWeek)
  return {
    name: league.name,
    status: statusOf(season, moment),
    metadata: {
      auto_continue: 'on',
      keeper_deadline: '0',
      ...Object.fromEntries(divisions.map((each) => [`division_${each}`, `${DIVISION_NAME} ${each}`])),
      ...latestWinner(season, moment),
    },
    settings: {
      type: TYPES[shape.kind],
      best_ball: Number(shape.isBestBall),
      num_teams: teams.length,
      start_week: shape.startWeek,
      leg: Math.min(Math.max(moment.week, 1), finalWeek),
      ...(scored > 0 ? { last_scored_leg: scored } : {}),
      playoff_week_start: rounds.length === 0 ? 0 : regularWeeks + 1,
      playoff_teams: shape.playoffTeams,
      playoff_round_type: shape.roundType,
      playoff_seed_type: Number(shape.isReseeded),
      playoff_type: Number(shape.isConsolation),
      league_average_match: Number(shape.hasMedianGame),
      ...(shape.hasStaleDivisions ? {} : { divisions: shape.divisions }),
      taxi_slots: shape.taxiSlots,
      reserve_slots: 1,
      draft_rounds: 3,
      max_keepers: shape.kind === 'keeper' ? 2 : 1,
      waiver_type: 2,
      waiver_budget: WAIVER_BUDGET,
      trade_deadline: NO_DEADLINE,
    },
    scoring_settings: { pass_td: 4, pass_yd: 0.03999999910593033, rec: 1, rush_td: 6 },
    roster_positions: [
      ...slots.map(([slotId]) => SLOT_NAMES[slotId]),
      ...Array.from({ length: rosterSize - slots.length }, () => 'BN'),
    ],
    avatar: null,
    sport: 'nfl',
    season_type: 'regular',
    season: `${season.season}`,
    draft_id: draftIdOf(league, season.season),
    league_id: leagueIdOf(league, season.season),
    previous_league_id: previousLeagueIdOf(league, season.season),
    bracket_overrides_id: shape.edit === 'none' ? null : season.season,
    loser_bracket_overrides_id: null,
    total_rosters: teams.length,
  }
}

function statusOf({ regularWeeks }: SleeperSeason, { isDrafted, isFinished, week }: Moment): string {
  if (!isDrafted) return 'pre_draft'
  if (isFinished) return 'complete'
  return week > regularWeeks ? 'post_season' : 'in_season'
}

/** While the season is running, this is the winner of the season before, for which any team will do. */
function latestWinner(season: SleeperSeason, { isFinished }: Moment): object {
  const champion = season.winners.find(({ place }) => place === 1)?.winner
  if (isFinished && champion !== undefined)
    return { latest_league_winner_roster_id: `${rosterIdOf(season, champion)}` }
  return season.season > season.league.firstSeason ? { latest_league_winner_roster_id: '2' } : {}
}

export function rosterBodies(season: SleeperSeason, moment: Moment): object[] {
  const totals = totalsAt(season, moment.week)
  return season.teams.map(({ teamId, owners }, index) => {
    const [owner, ...coOwners] = owners.map(({ userId }) => userId)
    const total = totals.get(teamId) ?? noGames()
    const { results } = total
    const streak = streakOf(total)
    return {
      league_id: leagueIdOf(season.league, season.season),
      roster_id: index + 1,
      owner_id: owner ?? null,
      co_owners: coOwners.length > 0 ? coOwners : null,
      keepers: null,
      ...placesOf(season, teamId, moment),
      metadata: results === '' ? null : { record: results, streak: `${streak.length}${streak.charAt(0)}` },
      settings: {
        wins: total.wins,
        losses: total.losses,
        ties: total.ties,
        ...pointsFields('fpts', total.pointsFor),
        ...(results === ''
          ? {}
          : {
              ...pointsFields('fpts_against', total.pointsAgainst),
              ...pointsFields('ppts', bestPoints(season, teamId, moment)),
            }),
        ...divisionField(season, teamId),
        total_moves: 0,
        waiver_budget_used: 0,
        waiver_position: index + 1,
      },
    }
  })
}

/** Everyone on the team today. The last players of the bench are on the taxi squad. */
function placesOf(season: SleeperSeason, teamId: number, moment: Moment): object {
  if (!moment.isDrafted) return { players: null, starters: null, reserve: null, taxi: null }
  const lineup = currentLineup(season, teamId, moment)
  const idsIn = (isIn: (slotId: number) => boolean) =>
    lineup.filter(({ slotId }) => isIn(slotId)).map(({ player }) => playerIdOf(player))
  const reserve = idsIn((slotId) => slotId === INJURED_RESERVE)
  const bench = idsIn((slotId) => !season.slots.some(([id]) => id === slotId) && slotId !== INJURED_RESERVE)
  const { taxiSlots } = season.shape
  return {
    players: lineup.map(({ player }) => playerIdOf(player)),
    starters: starterIds(season, lineup),
    reserve: reserve.length > 0 ? reserve : null,
    taxi: taxiSlots > 0 ? bench.slice(-taxiSlots) : null,
  }
}

function pointsFields(name: string, points: Points): object {
  return { [name]: Math.trunc(points / 100), [`${name}_decimal`]: Math.abs(points % 100) }
}

function divisionField(season: SleeperSeason, teamId: number): object {
  const division = divisionNumberOf(season, teamId)
  return division === null ? {} : { division }
}

function bestPoints(
  { lineupOf, slots, regularWeeks }: SleeperSeason,
  teamId: number,
  moment: Moment,
): Points {
  const weeks = Math.min(moment.week - 1, regularWeeks)
  return addPoints(
    Array.from({ length: Math.max(weeks, 0) }, (_, index) =>
      finalPoints(setLineup(lineupOf(teamId, index + 1), slots, ({ final }) => final ?? -1)),
    ),
  )
}

export function usersIn({ league, teams }: Pick<SleeperSeason, 'league' | 'teams'>): SleeperAccount[] {
  const all = [...teams.flatMap(({ owners }) => owners), league.commissioner, ...league.otherUsers]
  return [...new Map(all.map((account) => [account.userId, account])).values()]
}

export function userBodies(season: SleeperSeason): object[] {
  const { league, teams } = season
  return usersIn(season).map((account) => {
    const team = teams.find(({ owners }) => owners[0]?.userId === account.userId)
    return {
      avatar: account.avatar,
      display_name: account.displayName,
      is_bot: false,
      is_owner: account.userId === league.commissioner.userId ? true : null,
      league_id: leagueIdOf(league, season.season),
      metadata: {
        mention_pn: 'on',
        ...(team?.name == null ? {} : { team_name: team.name }),
        ...(team?.picture == null ? {} : { avatar: team.picture }),
      },
      settings: null,
      user_id: account.userId,
    }
  })
}

export function accountBody({ userId, username, displayName, avatar }: SleeperAccount): object {
  return {
    user_id: userId,
    username,
    display_name: displayName,
    avatar,
    is_bot: false,
    email: null,
    phone: null,
    real_name: null,
  }
}

const NOBODY = '0'

/** The lineup at a time. In best ball, it contains the players with the most points so far. */
export function lineupAt(season: SleeperSeason, teamId: number, week: number, atMs: number): LineupEntry[] {
  const lineup = season.lineupOf(teamId, week)
  if (!season.shape.isBestBall) return lineup
  return setLineup(lineup, season.slots, (each) => pointsAt(each, atMs) ?? -1)
}

function currentLineup(season: SleeperSeason, teamId: number, { week, atMs }: Moment): LineupEntry[] {
  return lineupAt(season, teamId, Math.min(Math.max(week, 1), NFL_WEEKS), atMs)
}

/** The IDs of the starters in the order of the slots; null for a team without a lineup. */
function starterIds({ slots }: SleeperSeason, lineup: readonly LineupEntry[]): string[] | null {
  const starters = inSlots({ slots }, lineup)
  return starters.every((each) => each === null)
    ? null
    : starters.map((each) => (each === null ? NOBODY : playerIdOf(each.player)))
}

function inSlots(
  { slots }: Pick<SleeperSeason, 'slots'>,
  lineup: readonly LineupEntry[],
): (LineupEntry | null)[] {
  const left = startersOf(lineup)
  return slots.map(([slotId]) => {
    const index = left.findIndex((each) => each.slotId === slotId)
    return index < 0 ? null : (left.splice(index, 1)[0] ?? null)
  })
}

/** A week to come has pairs, the lineups of today and no points. Weeks after the last one have no pairs. */
export function matchupBodies(season: SleeperSeason, week: number, moment: Moment): object[] {
  if (!moment.isDrafted || week < 1 || week > NFL_WEEKS) return []
  const pairs = pairsOfWeek(season, week, moment)
  const isToCome = week > moment.week
  return season.teams.map(({ teamId }, index) => {
    const lineup = isToCome
      ? currentLineup(season, teamId, moment)
      : lineupAt(season, teamId, week, moment.atMs)
    const pointsOf = (entry: LineupEntry | null) =>
      entry === null || isToCome ? ZERO_POINTS : (pointsAt(entry.week, moment.atMs) ?? ZERO_POINTS)
    const custom = week < moment.week ? season.customPointsOf(teamId, week) : null
    const pair = pairs.findIndex((each) => each.includes(teamId))
    return {
      roster_id: index + 1,
      matchup_id: pair < 0 ? null : pair + 1,
      points: isToCome ? 0 : pointsToDecimal(livePoints(lineup, moment.atMs)),
      custom_points: custom === null ? null : pointsToDecimal(custom),
      starters: starterIds(season, lineup),
      starters_points: inSlots(season, lineup).map((each) => pointsToDecimal(pointsOf(each))),
      players: lineup.map(({ player }) => playerIdOf(player)),
      players_points: Object.fromEntries(
        lineup.map((entry) => [playerIdOf(entry.player), pointsToDecimal(pointsOf(entry))]),
      ),
    }
  })
}

/** A bracket as far as it is played. Before the playoffs, the teams of its first games are those of the standings. */
export function bracketBodies(season: SleeperSeason, moment: Moment, name: 'winners' | 'losers'): object[] {
  const { rounds, regularWeeks, finalWeek, shape } = season
  const hasBegun = moment.week > regularWeeks
  const isOver = (round: number) => rounds[round - 1]?.every((week) => week < moment.week) === true
  const games = season[name]
  const forecast = hasBegun ? null : forecastOf(season, moment)
  return moment.isDrafted ? games.map(toBody) : []

  function toBody(game: BracketGame): object {
    const { round, number, winner, loser, place, origins } = game
    const isDecided = isOver(round)
    return {
      r: round,
      m: number,
      t1: teamOf(game, 0),
      t2: teamOf(game, 1),
      ...originField('t1_from', origins[0]),
      ...originField('t2_from', origins[1]),
      w: isDecided ? rosterIdOf(season, winner) : null,
      l: isDecided ? rosterIdOf(season, loser) : null,
      ...(place === null ? {} : { p: place }),
    }
  }

  function teamOf({ round, teamIds, origins }: BracketGame, side: 0 | 1): number | null {
    const starts = origins[side] === null && (round === 1 || !wasInEarlier(teamIds[side], round))
    if (!starts && !isOver(round - 1)) return null
    return rosterIdOf(season, forecast?.get(teamIds[side]) ?? teamIds[side])
  }

  function wasInEarlier(teamId: number, round: number): boolean {
    return games.some((game) => game.round < round && game.teamIds.includes(teamId))
  }

  function forecastOf(of: SleeperSeason, at: Moment): Map<number, number> {
    const today = standingsAt(of, at.week)
    const seeds = standingsAt(of, finalWeek + 1)
    return new Map(shape.playoffTeams === 0 ? [] : seeds.map((seed, index) => [seed, today[index] ?? seed]))
  }
}

function originField(name: string, origin: Origin | null): object {
  return origin === null ? {} : { [name]: origin }
}
