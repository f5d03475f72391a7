import { useQuery } from '@tanstack/react-query'
import { Check, CircleAlert, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { teamsQuery } from '../../api/operations.ts'
import { ProviderAccessBanner } from '../../features/credentials/provider-access.tsx'
import { unreadQuery, useHadRequests } from '../../features/inbox/use-inbox.ts'
import { PendingRequestsSection } from '../../features/leagues/members/pending-requests-section.tsx'
import { describeSite } from '../../features/site/site-states.tsx'
import { backupsQuery, siteStatusQuery } from '../../features/site/use-site.ts'
import { Link } from '../../router/link.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { formatCount } from '../../ui/format/count.ts'
import { Card } from '../../ui/layout/card.tsx'
import { Fill, Row, Stack, Text } from '../../ui/layout/layout.tsx'
import ui from '../../ui/ui.module.css'
import type { AdminRights, AdminSectionId } from './admin-index.ts'
import styles from './admin-screen.module.css'

type Task = { title: string; text: ReactNode; tone: 'bad' | 'warn'; section: AdminSectionId }

export function NeedsYou({ managed, ...rights }: AdminRights & { managed: readonly string[] }) {
  const { isAnyAdmin, league, canManage } = rights
  const hadRequests = useHadRequests()
  const { tasks, isPending } = useTasks(rights)
  if (!isAnyAdmin) return null
  return (
    <>
      {hadRequests ? (
        <Card title="Pending Join Requests">
          <PendingRequestsSection canDecide leagues={managed} />
        </Card>
      ) : null}
      <ProviderAccessBanner league={league} canManage={canManage}>
        <Link to={{ route: 'admin', league, view: 'provider-cookies' }}>Save cookies</Link>
      </ProviderAccessBanner>
      <section className={ui.frame} aria-label="Needs you">
        {isPending ? (
          <Skeleton label="Loading what needs you" rows={1} height={52} />
        ) : tasks.length === 0 ? (
          <Row className={styles.link}>
            <Check size={20} aria-hidden="true" />
            Nothing {hadRequests ? 'else ' : ''}needs you.
          </Row>
        ) : (
          <Stack as="ul" gap={0} isDivided>
            {tasks.map((task) => (
              <li key={task.title}>
                <TaskLink {...task} />
              </li>
            ))}
          </Stack>
        )}
      </section>
    </>
  )
}

function TaskLink({ title, text, tone, section }: Task) {
  const Icon = tone === 'bad' ? CircleAlert : TriangleAlert
  return (
    <Link to={{ route: 'admin', view: section }} className={`${ui.pressable} ${styles.link}`}>
      <Text tone={tone}>
        <Icon size={20} aria-hidden="true" />
      </Text>
      <Fill>
        <div className={ui.strong}>{title}</div>
        <div className={ui.note}>{text}</div>
      </Fill>
    </Link>
  )
}

/** The most urgent first. What cannot be loaded shows its error in its section. */
function useTasks({ user, league, canManage }: AdminRights): { tasks: Task[]; isPending: boolean } {
  const unread = useQuery(unreadQuery)
  const teams = useQuery({ ...teamsQuery(league), enabled: canManage && league !== '' })
  const site = useQuery({ ...siteStatusQuery, enabled: user.is_admin })
  const backups = useQuery({ ...backupsQuery, enabled: user.is_admin })
  const reports = unread.data?.reports ?? 0
  const unassigned = teams.data?.teams.filter((team) => team.assigned_user === null) ?? []
  const tasks = (site.data === undefined ? [] : describeSite(site.data, backups.data))
    .filter(({ isTask }) => isTask)
    .map(
      ({ label, text, tone, section = 'state-of-the-site' as const }): Task => ({
        title: label,
        text,
        tone: tone === 'bad' ? tone : 'warn',
        section,
      }),
    )
  if (reports > 0)
    tasks.push({
      title: formatCount(reports, 'report'),
      text: 'Hide what was reported, or dismiss it.',
      tone: 'bad',
      section: 'moderation',
    })
  if (unassigned.length > 0)
    tasks.push({
      title: `${formatCount(unassigned.length, 'team')} without a member`,
      text: unassigned.map(({ name }) => name).join(', '),
      tone: 'warn',
      section: 'team-assignments',
    })
  const isBad = ({ tone }: Task) => Number(tone === 'bad')
  return {
    tasks: tasks.toSorted((a, b) => isBad(b) - isBad(a)),
    isPending: [unread, teams, site, backups].some(({ isLoading }) => isLoading),
  }
}
