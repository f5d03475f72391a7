import { Suspense } from 'react'
import type { User } from '../../features/accounts/session.ts'
import { NewLeagueScreen } from '../../features/leagues/new-league/new-league-screen.tsx'
import { CREATED_LEAGUE_VIEW, useLocation } from '../../router/router.ts'
import { Skeleton } from '../../ui/feedback/feedback.tsx'
import { Stack } from '../../ui/layout/layout.tsx'
import { lazyNamed, lazyPart } from '../../ui/lazy-named.ts'
import { useLeagueEvents } from '../league/use-league-events.ts'

const CreateInvite = lazyNamed(() => import('../../features/invites/invites-section.tsx'), 'CreateInvite')

const SeasonUpload = lazyPart(
  () => import('../../features/history/admin/season-upload.tsx'),
  'SeasonUpload',
  <Skeleton label="Loading form" rows={2} />,
)
const WhoCanJoin = lazyNamed(() => import('../../features/site/site-section.tsx'), 'WhoCanJoin')

export function NewLeague({ user }: { user: Pick<User, 'username' | 'is_admin'> }) {
  const location = useLocation()
  const league = location.view === CREATED_LEAGUE_VIEW ? location.league : null
  useLeagueEvents(league ?? '', 'steps')
  return (
    <NewLeagueScreen
      league={league}
      username={user.username}
      entry={league === null ? location.view : null}
      invite={
        league === null ? null : (
          <Suspense fallback={<Skeleton label="Loading the invite link" rows={2} height={44} />}>
            <Stack gap={5}>
              {user.is_admin ? <WhoCanJoin /> : null}
              <CreateInvite key={league} league={league} />
            </Stack>
          </Suspense>
        )
      }
      upload={league === null ? null : <SeasonUpload key={league} league={league} />}
    />
  )
}
