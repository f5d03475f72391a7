import { useQuery } from '@tanstack/react-query'
import { getErrorMessage } from '../../../api/api-client.ts'
import { leagueQueryKey, refreshProgressQuery, useSend } from '../../../api/operations.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { Row, Stack } from '../../../ui/layout/layout.tsx'

/** The first refresh of a league or of a new ESPN league ID, which shows whether ESPN has the league. */
export const useFirstRefresh = () =>
  useSend('POST /api/refresh-espn/', (name: string) => ({ body: { name } }), {
    onSettled: (_, name) => [leagueQueryKey(name), ['user-leagues'], ['league-status']],
  })

type FirstRefreshMutation = ReturnType<typeof useFirstRefresh>

type Props = {
  league: string
  /** What was done before, as a sentence. */
  done: string
  refresh: FirstRefreshMutation
}

export function FirstRefresh({ league, done, refresh }: Props) {
  const { data: progress } = useQuery(refreshProgressQuery(league))
  if (refresh.isPending || refresh.variables !== league) {
    const label = `Reading ${league} from ESPN`
    const running = progress?.state === 'running' ? progress : undefined
    return (
      <Stack gap={3}>
        <Notice tone="info">{done}</Notice>
        <ProgressBar label={label} job={running} waiting={`${label}…`} />
      </Stack>
    )
  }
  const problem = findProblem(refresh)
  if (problem === null) {
    return (
      <Notice tone="good">
        {done} Next, assign its teams under Team assignments, and import past seasons in its History tab.
      </Notice>
    )
  }
  return (
    <Stack gap={3}>
      <Notice tone="warn">
        <p>
          {done} {problem}
        </p>
        <p>Cookies are under Provider Cookies, and the ID is under League Settings.</p>
      </Notice>
      <Row wraps>
        <Button onClick={() => refresh.mutate(league)}>Try again</Button>
      </Row>
    </Stack>
  )
}

function findProblem({ error, data }: FirstRefreshMutation): string | null {
  if (error !== null) return getErrorMessage(error, 'Something went wrong.')
  return data === undefined || data.ok ? null : (data.error ?? 'Something went wrong.')
}
