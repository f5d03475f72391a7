import type { AnswerOf } from '@fieldhouse/contract/operation'
import type { uploadSeasons } from '@fieldhouse/contract/seasons'
import type { SeasonToStore } from './store.ts'

type StoredSeason = AnswerOf<typeof uploadSeasons>['seasons'][number]

export function presentSeason({ season, wealth, files }: SeasonToStore): StoredSeason {
  return {
    season: season.season,
    source: wealth.source,
    depth: wealth.depth,
    teams: season.teams.length,
    games: season.games.filter((game) => game.away !== null).length,
    files,
    findings: season.findings.map(({ code, detail, week, gameId }) => ({
      code,
      detail,
      week,
      game_id: gameId,
    })),
  }
}
