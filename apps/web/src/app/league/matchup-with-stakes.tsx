import { MatchupTab } from '../../features/matchups/my-matchup/matchup-tab.tsx'
import { GameStakesNotes } from './game-stakes-notes.tsx'

type Props = {
  league: string
  /** Stored seasons, newest first. */
  seasons: readonly number[]
}

export function MatchupWithStakes(props: Props) {
  return (
    <GameStakesNotes league={props.league}>
      <MatchupTab {...props} />
    </GameStakesNotes>
  )
}
