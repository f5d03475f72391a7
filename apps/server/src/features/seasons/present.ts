import type { AnswerOf } from '@fieldhouse/contract/operation'
import type { uploadSeasons } from '@fieldhouse/contract/seasons'
import type { StoredSeason } from './store.ts'

type PresentedSeason = AnswerOf<typeof uploadSeasons>['seasons'][number]

export function presentSeason(stored: StoredSeason): PresentedSeason {
  const { season, source, depth, teams, games, files, findings } = stored
  return {
    season,
    source,
    depth,
    teams,
    games,
    files,
    findings: findings.map(({ code, detail, week, gameId }) => ({ code, detail, week, game_id: gameId })),
  }
}
