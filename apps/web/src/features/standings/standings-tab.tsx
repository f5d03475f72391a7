import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type SeasonViewProps, standingsQuery } from '../../api/operations.ts'
import { useLocation } from '../../router/router.ts'
import { ShareButton } from '../../router/sharing.tsx'
import { Loaded } from '../../ui/feedback/feedback.tsx'
import { Freshness } from '../../ui/feedback/freshness.tsx'
import { Stack } from '../../ui/layout/layout.tsx'
import { SeasonSwitch, TabHeader } from '../../ui/navigation/tab-header.tsx'
import { StandingsTable } from './standings-table.tsx'
import { standingsImage } from './use-standings.ts'

export function StandingsTab({ league, seasons }: SeasonViewProps) {
  const { season } = useLocation()
  const standings = useQuery({ ...standingsQuery(league, season), placeholderData: keepPreviousData })
  return (
    <Stack gap={3}>
      <TabHeader
        title="Standings"
        action={<ShareButton title={`Standings of ${league}`} image={standingsImage(league, season)} />}
        freshness={<Freshness of={standings.data} />}
      >
        <SeasonSwitch seasons={seasons} loaded={standings.data?.season} />
      </TabHeader>
      <Loaded query={standings} name="standings" rows={10} height={40}>
        {(response) => (
          <StandingsTable
            key={response.scoring_format}
            format={response.scoring_format}
            teams={response.standings}
            playoffTeams={response.playoff_teams}
            isFinished={response.is_finished}
            isPlaceholderData={standings.isPlaceholderData}
          />
        )}
      </Loaded>
    </Stack>
  )
}
