import type { getGame } from '@fieldhouse/contract/games'
import type { GameRecord, PlayedGame } from '@fieldhouse/contract/history'
import type { ResponseOf } from '@fieldhouse/contract/operation'
import {
  type GameRecord as DomainGameRecord,
  type LeagueRecords,
  RECORD_NAMES,
} from '@fieldhouse/domain/history/league-records'
import type { Owner } from '@fieldhouse/domain/history/owners'
import type { PlayedGame as DomainGame, PlayedSide } from '@fieldhouse/domain/history/played-games'
import { pointsToDecimal } from '@fieldhouse/domain/points'

export function presentPlayedGame({ home, away, ...game }: DomainGame): PlayedGame {
  return {
    season: game.season,
    week: game.period,
    game_id: game.gameId,
    is_playoff: game.isPlayoff,
    result: game.result,
    home_owner: home.owner?.name ?? null,
    away_owner: away.owner?.name ?? null,
    home_team: home.team.name,
    away_team: away.team.name,
    home_score: pointsToDecimal(home.points),
    away_score: pointsToDecimal(away.points),
  }
}

export function presentRecord({ game, value, side }: DomainGameRecord): GameRecord {
  return { ...presentPlayedGame(game), value: pointsToDecimal(value), side }
}

type GameResponse = ResponseOf<typeof getGame>

export function presentGame(
  game: DomainGame,
  records: LeagueRecords,
  pictures: ReadonlyMap<Owner, string>,
  lineups: GameResponse['lineups'],
): GameResponse {
  return {
    game: presentPlayedGame(game),
    home: presentSide(game.home, pictures),
    away: presentSide(game.away, pictures),
    nfl_weeks: [...game.weeks],
    lineups,
    records: RECORD_NAMES.filter((name) => records[name]?.game === game),
  }
}

function presentSide(
  { owner, team }: PlayedSide,
  pictures: ReadonlyMap<Owner, string>,
): GameResponse['home'] {
  const picture = owner === null ? null : (pictures.get(owner) ?? null)
  return { team_id: team.teamId, logo: team.logo, picture }
}
