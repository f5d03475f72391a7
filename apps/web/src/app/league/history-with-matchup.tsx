import { useQuery } from '@tanstack/react-query'
import { HistoryTab } from '../../features/history/history-tab.tsx'
import { myMatchupQuery } from '../../features/matchups/use-matchups.ts'

type Props = { league: string; currentYear: number; canManage: boolean }

/** The league's history, which compares the user with this week's opponent first. */
export function HistoryWithMatchup(props: Props) {
  const { data } = useQuery(myMatchupQuery(props.league))
  const sides = data?.matchup == null ? [] : [data.matchup.away, data.matchup.home]
  const mine = sides.find(({ is_mine: isMine }) => isMine)
  const opponent = sides.find(({ is_mine: isMine }) => !isMine)
  const myGame =
    data === undefined || mine === undefined
      ? null
      : { season: data.season, teamId: mine.team_id, opponentId: opponent?.team_id ?? null }
  return <HistoryTab {...props} myGame={myGame} />
}
