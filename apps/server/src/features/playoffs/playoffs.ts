import { type BracketRound, getBracket, type Pairing } from '@fieldhouse/contract/matchups'
import { projectBracket } from '@fieldhouse/domain/insights/race/projected-bracket'
import type { InsightSeason } from '@fieldhouse/domain/insights/season/insight-season'
import { addPoints, pointsToDecimal } from '@fieldhouse/domain/points'
import { toMatchupView } from '@fieldhouse/domain/rosters/matchup'
import type { Pairing as DomainPairing } from '@fieldhouse/domain/seasons/playoffs'
import { displayPoints, type Game } from '@fieldhouse/domain/seasons/season'
import type { LeagueTeam, SeasonSchedule } from '@fieldhouse/domain/seasons/season-views'
import { operation } from '../../http/operation.ts'
import { presentManagers, presentTeamLink } from '../../http/present-team.ts'
import { presentFreshness } from '../../http/to-wire.ts'
import { currentSeeds } from '../insights/read-race.ts'
import { listTeamsInPlay } from '../roster/read-roster.ts'

export const playoffs = [
  operation(getBracket, async ({ ctx, league: { id }, query }) => {
    const league = await ctx.leagues.get(id)
    const season = query.season ?? league.currentSeason(ctx.now())
    const stored = league.insights(season)
    const teams = league.teams(season)
    const seeds = stored === null ? null : currentSeeds(stored)
    const inPlay = await listTeamsInPlay(ctx, league, season)
    const rounds = stored === null ? [] : presentRounds(stored, seeds ?? [], inPlay)
    const shown = new Set(rounds.flatMap(listTeamIds))
    const { status, championId } = stored?.bracket ?? { status: 'unknown' as const, championId: null }
    /** The order of the projections counts before the provider's seeds are final. */
    const seedOf = ({ teamId, seed }: LeagueTeam) =>
      status === 'before' && seeds !== null ? seeds.indexOf(teamId) + 1 : seed
    const rankOf = (team: LeagueTeam) => seedOf(team) ?? Number.MAX_SAFE_INTEGER
    return {
      season,
      seasons: league.years(),
      scoring_format: league.format(season),
      status,
      // A stored bracket counts more than the settings.
      has_playoffs: stored?.schedule.playoffTeams !== 0 || rounds.length > 0,
      is_reseeded: stored?.schedule.seeding?.isReseeded ?? null,
      rounds,
      teams: teams
        .filter(({ teamId }) => shown.has(teamId))
        .toSorted((a, b) => rankOf(a) - rankOf(b) || a.teamId - b.teamId)
        .map((team) => ({
          ...presentTeamLink(team.teamId, teams),
          seed: seedOf(team),
          ...presentManagers(team, league.ownerNames(season)),
        })),
      champion_team_id: championId,
      ...presentFreshness(league.freshness(season)),
    }
  }),
]

function listTeamIds({ championship, consolation, byes, projected }: BracketRound): number[] {
  return [
    ...[...championship, ...consolation].flatMap(({ home, away }) => [home.team_id, away.team_id]),
    ...byes,
    ...(projected?.pairings ?? []).flatMap(({ sides }) => sides.flatMap(({ team_ids: teamIds }) => teamIds)),
    ...(projected?.byes ?? []),
  ]
}

/** @param inPlay the teams with a player whose game of the current NFL week has begun */
function presentRounds(
  { bracket, schedule }: InsightSeason,
  seeds: readonly number[],
  inPlay: ReadonlySet<number>,
): BracketRound[] {
  const projections = projectBracket(bracket, {
    seeds,
    places: schedule.playoffTeams ?? 0,
    isReseeded: schedule.seeding?.isReseeded ?? null,
  })
  const present = (pairing: DomainPairing<Game>) => presentPairing(pairing, schedule, inPlay)
  return bracket.rounds.map(({ name, periods, byes, championship, consolation }, index) => ({
    name,
    weeks: periods,
    nfl_weeks: schedule.periods
      .filter(({ period }) => periods.includes(period))
      .flatMap(({ weeks }) => weeks)
      .sort((a, b) => a - b),
    championship: championship.map(present),
    byes,
    consolation: consolation.map(present),
    projected: {
      pairings: (projections[index]?.pairings ?? []).map(([first, second]) => ({
        round: { name, bracket: 'championship' },
        sides: [{ team_ids: first }, { team_ids: second }],
      })),
      byes: projections[index]?.byes ?? [],
    },
  }))
}

function presentPairing(
  { round, games, teamIds, winnerId }: DomainPairing<Game>,
  { currentPeriod, format }: SeasonSchedule,
  inPlay: ReadonlySet<number>,
): Pairing {
  const states = games.map(({ period, home, away, result }) => {
    const hasBegun = period === currentPeriod && teamIds.some((teamId) => inPlay.has(teamId))
    return toMatchupView({ home, away: away ?? home, result, isOneWeek: false }, hasBegun).state
  })
  const state = states.every((each) => each === 'final')
    ? 'final'
    : states.every((each) => each === 'before')
      ? 'before'
      : 'live'
  const hasScore = state !== 'before' && format === 'points'
  const pointsIn = ({ home, away, result }: Game, teamId: number) =>
    displayPoints(away?.teamId === teamId ? away : home, result)
  const presentSide = (teamId: number) => ({
    team_id: teamId,
    score: hasScore ? pointsToDecimal(addPoints(games.map((game) => pointsIn(game, teamId)))) : null,
  })
  return {
    round,
    games: games.map(({ period, gameId }) => ({ week: period, game_id: gameId })),
    state,
    home: presentSide(teamIds[0]),
    away: presentSide(teamIds[1]),
    winner_team_id: winnerId,
  }
}
