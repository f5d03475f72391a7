import { useHadReports } from '../../features/inbox/use-inbox.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Disclosure } from '../../ui/layout/disclosure.tsx'
import { lazyNamed } from '../../ui/lazy-named.ts'

const ModerationSection = lazyNamed(
  () => import('../../features/feed/moderation/moderation-section.tsx'),
  'ModerationSection',
)

/** What members have reported, unfolded while reports wait, and slow mode. */
export function Moderation({ league }: { league: string }) {
  const hasReports = useHadReports()
  return (
    <Disclosure
      // Whether it is unfolded is decided when it is first shown.
      key={`${league} ${hasReports}`}
      title="Moderation"
      defaultOpen={hasReports}
      skeleton={<Skeleton label="Loading reports" rows={3} />}
    >
      <ModerationSection league={league} />
    </Disclosure>
  )
}
