import { MatchupTab } from '../../features/matchups/my-matchup/matchup-tab.tsx'
import { GameStakesNotes } from './game-stakes-notes.tsx'
import type { SeasonTabProps } from './tab-props.ts'

export function MatchupWithStakes(props: SeasonTabProps) {
  return (
    <GameStakesNotes league={props.league}>
      <MatchupTab {...props} />
    </GameStakesNotes>
  )
}
