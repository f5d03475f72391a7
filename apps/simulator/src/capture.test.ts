import { expect, it } from 'vitest'
import { parseCaptureName } from './captures.ts'

it.each([
  ['combined', ['mSettings', 'mTeam', 'mRoster', 'mStandings', 'mMatchup', 'mDraftDetail'], null, false],
  ['no-view', [], null, false],
  ['mMatchupScoreLite', ['mMatchupScoreLite'], null, false],
  ['free-agents-kona_player_info', ['kona_player_info'], null, false],
  ['week-08', ['mMatchupScore', 'mScoreboard'], 8, false],
  ['week-01-boxscore', ['mMatchupScore', 'mBoxscore', 'mSettings', 'mRosterSettings'], 1, false],
  ['transactions-period-10', ['mTransactions2'], 10, false],
  ['week16-live', ['mNav', 'mMatchupScore', 'mBoxscore', 'mSettings', 'mTeam'], null, true],
])('parses the request from the file name %s', (stem, views, period, isSnapshot) => {
  expect(parseCaptureName(stem)).toEqual({ views, period, isSnapshot })
})
