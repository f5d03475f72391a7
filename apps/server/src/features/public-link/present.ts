import type { getScoreboard, LeagueMatchup } from '@fieldhouse/contract/matchups/matchups'
import type { ResponseOf } from '@fieldhouse/contract/operation'
import type {
  getPublicHistory,
  getPublicScoreboard,
  getPublicStandings,
  PublicRecord,
  PublicTeam,
} from '@fieldhouse/contract/public-link/public-league'
import type { listStandings } from '@fieldhouse/contract/standings'
import type { LeagueHistory } from '@fieldhouse/domain/history/league-history'
import type { GameRecord, LeagueRecords } from '@fieldhouse/domain/history/league-records'
import type { Owner } from '@fieldhouse/domain/history/owners'
import type { PlayedSide } from '@fieldhouse/domain/history/played-games'
import type { RankedSeason } from '@fieldhouse/domain/history/ranked-season'
import { pointsToDecimal, pointsToDecimalOrNull } from '@fieldhouse/domain/points'
import { UNKNOWN_RECORD } from '@fieldhouse/domain/seasons/season'

type Standings = ResponseOf<typeof listStandings>
type Scoreboard = ResponseOf<typeof getScoreboard>

type PublicStandings = ResponseOf<typeof getPublicStandings>

/**
 * Each field is named, here and below, so that one that is added for members stays private until somebody decides
 * otherwise.
 */
export function presentPublicStandings(standings: Standings, showsOwners: boolean): PublicStandings {
  return {
    season: standings.season,
    scoring_format: standings.scoring_format,
    teams: standings.standings.map((team) => ({
      ...presentPublicTeam(team),
      owners: showsOwners ? team.owners : [],
      rank: team.rank,
      wins: team.wins,
      losses: team.losses,
      ties: team.ties,
      points_for: team.points_for,
      points_against: team.points_against,
      seed: team.seed ?? null,
      streak: team.streak ?? null,
      last_result: team.last_result ?? null,
      games_back: team.games_back ?? null,
    })),
    playoff_teams: standings.playoff_teams,
    is_finished: standings.is_finished,
    updated_at: standings.updated_at,
  }
}

function presentPublicTeam({ team_id, name, logo, color }: PublicTeam): PublicTeam {
  return { team_id, name, logo, color }
}

type PublicScoreboard = ResponseOf<typeof getPublicScoreboard>

export function presentPublicScoreboard(scoreboard: Scoreboard): PublicScoreboard {
  return {
    season: scoreboard.season,
    scoring_format: scoreboard.scoring_format,
    week: scoreboard.week,
    weeks: scoreboard.weeks,
    matchups: scoreboard.matchups.map((game) => ({
      id: game.id,
      status: game.status,
      state: game.state,
      result: game.result,
      is_playoff: game.is_playoff,
      round: game.round ?? null,
      away: presentPublicSide(game.away),
      home: presentPublicSide(game.home),
    })),
    byes: scoreboard.byes.map(presentPublicTeam),
    scores: scoreboard.scores.map((team) => ({ ...presentPublicTeam(team), score: team.score })),
    updated_at: scoreboard.updated_at,
  }
}

function presentPublicSide(
  side: Scoreboard['matchups'][number]['home'],
): PublicScoreboard['matchups'][number]['home'] {
  return {
    ...presentPublicTeam(side),
    score: side.score,
    categories: side.categories,
    record: side.record ?? null,
  }
}

/** Standings without people, as the card of members needs them. */
export function toStandingsCard(standings: PublicStandings): Standings {
  return {
    season: standings.season,
    scoring_format: standings.scoring_format,
    standings: standings.teams.map((team) => ({
      ...team,
      abbrev: '',
      owners: [],
      assigned_user: null,
      is_mine: false,
      weekly_points: [],
    })),
    playoff_teams: standings.playoff_teams,
    is_finished: standings.is_finished,
    updated_at: standings.updated_at,
    last_error: null,
  }
}

/** A game without people, players and projections. */
export function toMatchupCard(matchup: LeagueMatchup): LeagueMatchup {
  const { id, status, state, result, is_playoff, round, nfl_weeks, week } = matchup
  return {
    id,
    status,
    state,
    result,
    is_playoff,
    round,
    nfl_weeks,
    week,
    lineup_week: null,
    away: toCardSide(matchup.away),
    home: toCardSide(matchup.home),
  }
}

function toCardSide(side: LeagueMatchup['home']): LeagueMatchup['home'] {
  return {
    ...presentPublicTeam(side),
    color: side.color,
    score: side.score,
    categories: side.categories,
    record: side.record,
    seed: side.seed,
    rank: side.rank,
    proj: null,
    win_chance: null,
    remaining: null,
    top_scorer: null,
    owners: [],
    assigned_user: null,
    lineup: null,
  }
}

type PublicHistory = ResponseOf<typeof getPublicHistory>

export function presentPublicHistory(history: LeagueHistory, showsOwners: boolean): PublicHistory {
  const nameOf = (owner: Owner | null) => (showsOwners ? (owner?.name ?? null) : null)
  return {
    first_year: history.firstSeason,
    seasons: history.seasons.toReversed().map((season) => presentPublicSeason(season, nameOf)),
    team_names: history.teamNames.map(({ name, seasons, titles }) => ({
      name,
      seasons: seasons.length,
      titles,
    })),
    owners: showsOwners
      ? history.totals.map(({ owner, years, titles, record }) => ({
          name: owner.name,
          seasons: years,
          titles,
          wins: record.wins,
          losses: record.losses,
          ties: record.ties,
        }))
      : [],
    records: presentRecords(history.records, nameOf),
  }
}

type NameOf = (owner: Owner | null) => string | null

function presentPublicSeason(
  { season, format, isFinished, teams, podium }: RankedSeason,
  nameOf: NameOf,
): PublicHistory['seasons'][number] {
  const champions = podium
    .filter(({ place }) => place === 1)
    .map(({ team, owner }) => ({ name: team.name, logo: team.logo, owner: nameOf(owner) }))
  return {
    season,
    scoring_format: format,
    is_finished: isFinished,
    teams: teams.map(({ place, team, owner }) => ({
      rank: place,
      name: team.name,
      logo: team.logo,
      owner: nameOf(owner),
      ...(team.record ?? UNKNOWN_RECORD),
      points_for: pointsToDecimalOrNull(team.pointsFor),
    })),
    champion: champions[0] ?? null,
    champions,
  }
}

function presentRecords(records: LeagueRecords, nameOf: NameOf): PublicHistory['records'] {
  const present = (record: GameRecord | null): PublicRecord | null => {
    if (record === null) return null
    const { game, value, side } = record
    const presentSide = ({ owner, team, points }: PlayedSide) => ({
      name: team.name,
      owner: nameOf(owner),
      score: pointsToDecimal(points),
    })
    return {
      season: game.season,
      week: game.period,
      value: pointsToDecimal(value),
      side,
      home: presentSide(game.home),
      away: presentSide(game.away),
    }
  }
  return {
    highest_game: present(records.highest_game),
    biggest_blowout: present(records.biggest_blowout),
    highest_team_game: present(records.highest_team_game),
    highest_loser: present(records.highest_loser),
    lowest_winner: present(records.lowest_winner),
    closest_win: present(records.closest_win),
  }
}
