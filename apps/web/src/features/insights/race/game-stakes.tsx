import { useQuery } from '@tanstack/react-query'
import { DataTable } from '../../../ui/display/data-table.tsx'
import ui from '../../../ui/ui.module.css'
import { gainOf, lossText, stakesOf, winText } from './stakes.ts'
import { raceQuery } from './use-race.ts'

type Props = {
  league: string
  season: number
  gameId: number
  teams: readonly { team_id: number; name: string }[]
}

/** The playoff odds of both teams after a win and after a loss. Nothing if the game decides nothing that is known. */
export function GameStakes({ league, season, gameId, teams }: Props) {
  const { data } = useQuery(raceQuery(league))
  if (data === undefined || data.season !== season) return null
  const rows = teams.flatMap(({ team_id, name }) => {
    const stakes = stakesOf(data, team_id)
    return stakes === null || stakes.gameId !== gameId ? [] : [{ name, stakes }]
  })
  if (rows.length === 0) return null
  return (
    <DataTable
      caption="Playoff odds at stake"
      columns={[
        { label: 'At stake: playoff odds', kind: 'head', cell: ({ name }) => name },
        { label: 'Win', cell: ({ stakes }) => winText(stakes), isStrong: true },
        { label: 'Loss', cell: ({ stakes }) => lossText(stakes) },
      ]}
      rows={rows}
      keyOf={({ name }) => name}
      isPlain
      isDense
    />
  )
}

type StakeChipProps = Pick<Props, 'league' | 'season' | 'gameId'> & {
  team: number
  myTeam: number
}

export function StakeChip({ league, season, gameId, team, myTeam }: StakeChipProps) {
  const { data } = useQuery(raceQuery(league))
  const gain = data?.season === season ? gainOf(data, { gameId, winner: team, team: myTeam }) : null
  if (gain === null) return null
  const percent = Math.round(gain * 100)
  return (
    <span className={ui.chip} data-tone="info" title={`A win adds ${percent}% to your playoff odds`}>
      <span aria-hidden="true">you +{percent}</span>
      <span className={ui.hidden}>A win adds {percent}% to your playoff odds</span>
    </span>
  )
}
