import { formatSimulatedShare } from '@fieldhouse/domain/format-share'
import { useQuery } from '@tanstack/react-query'
import { Sparkline } from '../../../ui/display/stat.tsx'
import { EmptyState, Loaded } from '../../../ui/feedback/feedback.tsx'
import { Fill, Row, Text } from '../../../ui/layout/layout.tsx'
import ui from '../../../ui/ui.module.css'
import { OddsNumber } from './odds.tsx'
import { formatChange, formatStatus, oddsByTeam } from './race-format.ts'
import { lossText, stakesOf, winText } from './stakes.ts'
import { type Race, raceHistoryQuery, raceQuery } from './use-race.ts'

type Props = { league: string; team: { team_id: number; color?: string | null | undefined } }

/** The playoff odds of the reader's team and how they moved, for the overview. Contains no links. */
export function MyOdds({ league, team }: Props) {
  const race = useQuery(raceQuery(league))
  return (
    <Loaded query={race} name="the playoff race" rows={2} height={28}>
      {(data) => <Odds league={league} race={data} team={team} />}
    </Loaded>
  )
}

function Odds({ league, race, team }: Props & { race: Race }) {
  const mine = race.teams.find(({ team_id }) => team_id === team.team_id)
  const hasOdds = mine?.odds != null
  const history = useQuery({ ...raceHistoryQuery(league), enabled: hasOdds })
  if (mine === undefined) return <EmptyState>There is no playoff race yet.</EmptyState>
  const points = oddsByTeam(race, history.data).get(mine.team_id) ?? []
  const before = points.find(({ week }) => week === race.week - 1)
  const change =
    mine.odds === null || before === undefined ? null : formatChange(mine.odds.playoffs, before.share)
  const stakes = stakesOf(race, mine.team_id)
  const meaning =
    stakes === null ? null : `win ${winText(stakes)}, loss ${lossText(stakes)} in week ${stakes.week}`
  return (
    <Row gap={4} wraps style={{ minHeight: 56 }}>
      <OddsNumber team={mine} size="5xl" />
      <Fill style={{ minWidth: '12rem' }}>
        <p>
          {hasOdds || mine.proven ? 'Playoff odds' : 'Odds appear after week 3.'}
          {change === null ? null : (
            <Text tone={change.startsWith('+') ? 'good' : 'bad'}>{` ${change} since last week`}</Text>
          )}
        </p>
        <p className={ui.note}>{[formatStatus(mine), meaning].filter((text) => text !== null).join(' · ')}</p>
      </Fill>
      {points.length < 2 ? null : (
        <Sparkline
          values={points.map(({ share }) => share)}
          bounds={[0, 1]}
          color={team.color}
          label={`Playoff odds by week: ${points.map(({ share }) => formatSimulatedShare(share)).join(', ')}`}
        />
      )}
    </Row>
  )
}
