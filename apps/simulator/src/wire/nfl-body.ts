import { type Moment, momentOf, NFL_TEAMS, type NflGame, type NflSeason } from '../nfl.ts'
import type { Player, Position } from '../players.ts'

const FREE_AGENTS = {
  abbrev: 'FA',
  byeWeek: 0,
  id: 0,
  location: '',
  name: 'FA',
  proGamesByScoringPeriod: {},
  universeId: 0,
}

export function nflBody(season: number, nfl: NflSeason, now: Date, views: readonly string[]): object {
  const moment = momentOf(season, now)
  return {
    ...(views.includes('kona_game_state') ? { currentScoringPeriod: { id: moment.week } } : {}),
    ...(views.includes('proTeamSchedules_wl')
      ? {
          display: true,
          settings: { proTeams: [FREE_AGENTS, ...NFL_TEAMS.map((team) => proTeam(team, nfl, moment))] },
        }
      : {}),
  }
}

/** Builds the list of all players, as in the view players_wl. */
export function playersBody(players: readonly Player[]): object[] {
  return players.map(({ id, firstName, lastName, position, nflTeamId }) => ({
    defaultPositionId: POSITIONS[position].id,
    droppable: true,
    eligibleSlots: POSITIONS[position].eligibleSlots,
    firstName,
    fullName: `${firstName} ${lastName}`,
    id,
    lastName,
    proTeamId: nflTeamId,
    universeId: 1,
  }))
}

function proTeam(team: (typeof NFL_TEAMS)[number], nfl: NflSeason, moment: Moment): object {
  const games = nfl.games.filter((game) => game.homeId === team.id || game.awayId === team.id)
  return {
    ...team,
    byeWeek: nfl.byeWeeks.get(team.id) ?? 0,
    proGamesByScoringPeriod: Object.fromEntries(games.map((game) => [game.week, [proGame(game, moment)]])),
    universeId: 0,
  }
}

function proGame({ id, week, kickoffMs, homeId, awayId }: NflGame, moment: Moment): object {
  return {
    awayProTeamId: awayId,
    date: kickoffMs,
    homeProTeamId: homeId,
    id,
    scoringPeriodId: week,
    startTimeTBD: false,
    statsOfficial: week < moment.week,
    validForLocking: true,
  }
}

type PositionAtEspn = { id: number; startingSlot: number; eligibleSlots: readonly number[] }

/** The provider's IDs of the positions differ from those of the lineup slots. */
export const POSITIONS: Readonly<Record<Position, PositionAtEspn>> = {
  QB: { id: 1, startingSlot: 0, eligibleSlots: [0, 7, 20, 21] },
  RB: { id: 2, startingSlot: 2, eligibleSlots: [2, 3, 23, 7, 20, 21] },
  WR: { id: 3, startingSlot: 4, eligibleSlots: [3, 4, 5, 23, 7, 20, 21] },
  TE: { id: 4, startingSlot: 6, eligibleSlots: [5, 6, 23, 7, 20, 21] },
  K: { id: 5, startingSlot: 17, eligibleSlots: [17, 20, 21] },
  'D/ST': { id: 16, startingSlot: 16, eligibleSlots: [16, 20, 21] },
  DL: { id: 9, startingSlot: 11, eligibleSlots: [11, 15, 20, 21] },
  LB: { id: 11, startingSlot: 10, eligibleSlots: [10, 15, 20, 21] },
  DB: { id: 12, startingSlot: 14, eligibleSlots: [14, 15, 20, 21] },
}
