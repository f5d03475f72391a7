import type { getGame } from '@fieldhouse/contract/games'
import type {
  FunFact,
  FunFacts,
  GameRecord,
  getHistory,
  HistorySeason,
  OwnerFinishes,
  OwnerTotals,
  PlayedGame,
} from '@fieldhouse/contract/history'
import type { ResponseOf } from '@fieldhouse/contract/operation'
import type { FunFacts as DomainFunFacts, FactLeaders } from '@fieldhouse/domain/history/fun-facts'
import type { LeagueHistory, TeamName } from '@fieldhouse/domain/history/league-history'
import {
  type GameRecord as DomainGameRecord,
  type LeagueRecords,
  RECORD_NAMES,
} from '@fieldhouse/domain/history/league-records'
import type { OwnerTotals as DomainOwnerTotals } from '@fieldhouse/domain/history/owner-totals'
import type { Owner } from '@fieldhouse/domain/history/owners'
import type { PlayedGame as DomainGame, PlayedSide } from '@fieldhouse/domain/history/played-games'
import type { RankedSeason, RankedTeam } from '@fieldhouse/domain/history/ranked-season'
import { type Points, pointsToDecimal, pointsToDecimalOrNull } from '@fieldhouse/domain/points'
import { UNKNOWN_RECORD } from '@fieldhouse/domain/seasons/season'
import { type Freshness, presentFreshness } from '../../http/presenters/present-freshness.ts'
import { presentImport } from '../../http/presenters/present-import.ts'
import { presentOrigin } from '../../http/presenters/present-origin.ts'
import type { TrophyPicture } from '../../repositories/history/trophy-picture-store.ts'
import type { LeagueImport } from '../../repositories/leagues/league-import.ts'
import type { FileOrigin } from '../../repositories/season-documents/stored-seasons.ts'

type HistoryResponse = ResponseOf<typeof getHistory>
export type TrophyResponse = NonNullable<HistoryResponse['trophy']>

type HistoryContext = {
  pictures: ReadonlyMap<Owner, string>
  trophy: TrophyResponse | null
  /** The archives that contained seasons, by season. */
  imports: ReadonlyMap<number, LeagueImport>
  /** The files that seasons were imported from, by season. */
  files: ReadonlyMap<number, FileOrigin>
  freshness: Freshness
}

export function presentHistory(
  history: LeagueHistory,
  { pictures, trophy, imports, files, freshness }: HistoryContext,
): HistoryResponse {
  return {
    owners: history.owners.map(({ name }) => name),
    people: history.owners.map((owner) => ({
      ...presentOwnerPicture(owner, pictures),
      color: history.colors.get(owner) ?? null,
    })),
    seasons: history.seasons.map((season) => ({
      ...presentSeason(season),
      ...presentImport(imports.get(season.season) ?? null),
      ...presentOrigin(files.get(season.season) ?? null),
    })),
    all_time: presentAllTime(history),
    trophy,
    ...presentFreshness(freshness),
  }
}

/** The URL of the picture changes when the picture changes. */
export function presentTrophy(league: string, { fileKey, description }: TrophyPicture): TrophyResponse {
  return { picture: `/api/league/${encodeURIComponent(league)}/trophy/?v=${fileKey}`, description }
}

export function presentOwnerPicture(owner: Owner, pictures: ReadonlyMap<Owner, string>) {
  return { owner: owner.name, slug: owner.slug, picture: pictures.get(owner) ?? null }
}

function presentSeason(season: RankedSeason): HistorySeason {
  const podium = season.podium.map(presentFinisher)
  const [champion] = podium
  return {
    season: season.season,
    scoring_format: season.format,
    is_finished: season.isFinished,
    champion: champion === undefined ? null : { name: champion.name, owner: champion.owner },
    podium,
    standings: season.teams.map((rankedTeam) => ({
      ...presentFinisher(rankedTeam),
      team_id: rankedTeam.team.teamId,
      ...(rankedTeam.team.record ?? UNKNOWN_RECORD),
      games: rankedTeam.games,
      pf: pointsToDecimalOrNull(rankedTeam.team.pointsFor),
      pa: pointsToDecimalOrNull(rankedTeam.team.pointsAgainst),
    })),
    source: season.source,
    provider: season.provider,
    depth: season.depth,
    records_excluded: season.exclusion === null ? null : { reason: season.exclusion },
  }
}

function presentFinisher({ place, owner, team }: RankedTeam) {
  return { rank: place, owner: owner?.name ?? null, name: team.name, logo: team.logo }
}

function presentAllTime(history: LeagueHistory): HistoryResponse['all_time'] {
  const { records } = history
  const presentNamedRecord = (name: keyof typeof records) => {
    const record = records[name]
    return record === null ? null : presentRecord(record)
  }
  return {
    commissioner: history.commissioner,
    first_year: history.firstSeason,
    seasons_count: history.seasons.length,
    missing_seasons: history.missingSeasons,
    league_records: {
      highest_game: presentNamedRecord('highest_game'),
      biggest_blowout: presentNamedRecord('biggest_blowout'),
      highest_team_game: presentNamedRecord('highest_team_game'),
      highest_loser: presentNamedRecord('highest_loser'),
      lowest_winner: presentNamedRecord('lowest_winner'),
      closest_win: presentNamedRecord('closest_win'),
    },
    fun_facts: presentFacts(history.facts),
    by_owner: history.totals.map(presentTotals),
    by_team: history.teamNames.map(presentTeamName),
    by_owner_enhanced: history.totals.map(presentFinishes),
  }
}

function presentTeamName({
  name,
  seasons,
  titles,
  owners,
}: TeamName): HistoryResponse['all_time']['by_team'][number] {
  return {
    name,
    years: seasons.length,
    titles,
    first_year: seasons[0] ?? 0,
    last_year: seasons.at(-1) ?? 0,
    owners: owners.map((owner) => owner.name),
  }
}

function presentTotals({ owner, years, record, pointsFor, titles }: DomainOwnerTotals): OwnerTotals {
  return { owner: owner.name, years, ...record, pf: pointsToDecimal(pointsFor), titles }
}

export function presentFinishes(totals: DomainOwnerTotals): OwnerFinishes {
  return {
    owner: totals.owner.name,
    years: totals.years,
    ...totals.record,
    pf: pointsToDecimal(totals.pointsFor),
    pa: pointsToDecimal(totals.pointsAgainst),
    titles: totals.titles,
    runner_up: totals.runnersUp,
    thirds: totals.thirds,
    win_pct: totals.winPercentage,
    ppg: totals.pointsPerGame === null ? null : toPoints(totals.pointsPerGame),
  }
}

function presentFacts(facts: DomainFunFacts): FunFacts {
  const { longestTenure, seasonPoints } = facts
  return {
    longest_tenure:
      longestTenure === null ? null : { ...presentLeaders(longestTenure), years: longestTenure.value },
    most_titles: presentFact(facts.mostTitles),
    best_win_pct_2yr_min: presentFact(facts.bestWinPercentage),
    highest_ppg_2yr_min: presentFact(facts.highestPointsPerGame, toPoints),
    pf_season_leader:
      seasonPoints === null
        ? null
        : {
            ...presentLeaders(seasonPoints),
            value: toPoints(seasonPoints.value),
            season: seasonPoints.season,
          },
    pf_career_leader: presentFact(facts.careerPoints, toPoints),
    most_wins_manager: presentFact(facts.mostWins),
    most_runner_up_manager: presentFact(facts.mostRunnersUp),
    most_thirds_manager: presentFact(facts.mostThirds),
  }
}

function presentFact(fact: FactLeaders | null, toValue = (value: number) => value): FunFact | null {
  return fact === null ? null : { ...presentLeaders(fact), value: toValue(fact.value) }
}

function presentLeaders({ owners }: FactLeaders) {
  return { owner: owners[0].name, owners: owners.map(({ name }) => name) }
}

/** Converts hundredths to points, including fractional hundredths such as an average. */
export function toPoints(hundredths: number): number {
  return pointsToDecimal(hundredths as Points)
}

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
