import { infiniteQueryOptions, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  ArrowLeftRight,
  AtSign,
  CircleAlert,
  ClipboardList,
  Clock,
  FileText,
  Flag,
  Heart,
  Link as LinkIcon,
  type LucideIcon,
  MessageSquare,
  RefreshCw,
  Ticket,
  Trophy,
  UserCheck,
  UserPlus,
  Vote,
  X,
} from 'lucide-react'
import { type ApiResponse, apiClient, getErrorMessage } from '../../api/api-client.ts'
import { useNow } from '../../api/page-environment.ts'
import { Link } from '../../router/link.tsx'
import { type Location, NO_SELECTION } from '../../router/router.ts'
import { EmptyState, Loaded, Notice } from '../../ui/feedback/feedback.tsx'
import { formatDateTime, formatTimeAgo } from '../../ui/format/date-time.ts'
import { Button, IconButton } from '../../ui/forms/button.tsx'
import { Fill, Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { SidePanel } from '../../ui/overlays/dialog.tsx'
import ui from '../../ui/ui.module.css'
import { INBOX_KEY, unreadQuery } from './bell.tsx'
import styles from './inbox.module.css'

type Page = ApiResponse<'GET /api/inbox/'>
type InboxItem = Page['items'][number]

const inboxQuery = infiniteQueryOptions({
  queryKey: [...INBOX_KEY, 'items'],
  queryFn: ({ signal, pageParam }) =>
    apiClient('GET /api/inbox/', { query: pageParam === null ? {} : { after: pageParam }, signal }),
  initialPageParam: null as string | null,
  getNextPageParam: (page: Page) => page.next,
})

/** Marks items as read, at once on this page and then on the server. */
function useRead() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { id: number } | { until: string }) => apiClient('POST /api/inbox/read/', { body }),
    onMutate: async (which) => {
      await client.cancelQueries({ queryKey: inboxQuery.queryKey })
      const isMeant = (item: InboxItem) => ('id' in which ? item.id === which.id : item.at <= which.until)
      client.setQueryData(inboxQuery.queryKey, (data) =>
        data === undefined
          ? data
          : {
              ...data,
              pages: data.pages.map((page) => ({
                ...page,
                items: page.items.map((item) => (isMeant(item) ? { ...item, is_read: true } : item)),
              })),
            },
      )
    },
    onSuccess: (unread) => client.setQueryData(unreadQuery.queryKey, unread),
    onError: () => client.invalidateQueries({ queryKey: INBOX_KEY }),
  })
}

type Props = { unread: number; onClose: () => void }

export function InboxPanel({ isOpen, ...inbox }: Props & { isOpen: boolean }) {
  return (
    <SidePanel label="Inbox" isOpen={isOpen} onClose={inbox.onClose}>
      <Inbox {...inbox} />
    </SidePanel>
  )
}

function Inbox({ unread, onClose }: Props) {
  const query = useInfiniteQuery(inboxQuery)
  const read = useRead()
  const items = query.data?.pages.flatMap((page) => page.items) ?? []
  const newest = items[0]
  return (
    <>
      <Row gap={1} className={`${ui.panelHeader} ${styles.header}`}>
        <Fill>
          <Text as="h2" size="xl">
            Inbox
          </Text>
        </Fill>
        {unread === 0 || newest === undefined ? null : (
          <Button variant="quiet" onClick={() => read.mutate({ until: newest.at })}>
            Mark all as read
          </Button>
        )}
        <IconButton icon={X} iconSize={22} label="Close inbox" onClick={onClose} />
      </Row>
      <Stack gap={3} className={`${ui.panelContent} ${styles.content}`}>
        {read.isError ? (
          <Notice tone="bad">{getErrorMessage(read.error, "That wasn't saved. Try again.")}</Notice>
        ) : null}
        <Loaded query={query} name="your inbox" rows={6} height={64}>
          {() =>
            items.length === 0 ? (
              <EmptyState hint="Comments, likes, votes, recaps and reminders from your leagues show up here.">
                Nothing new for you.
              </EmptyState>
            ) : (
              <Stack as="ul" gap={0} isDivided>
                {items.map((item) => (
                  <li key={item.id}>
                    <ItemLink
                      item={item}
                      onOpen={() => {
                        if (!item.is_read) read.mutate({ id: item.id })
                        onClose()
                      }}
                    />
                  </li>
                ))}
              </Stack>
            )
          }
        </Loaded>
        {query.hasNextPage ? (
          <Button disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {query.isFetchingNextPage ? 'Loading…' : 'Show older'}
          </Button>
        ) : null}
        <Link to={{ route: 'account' }} className={ui.standaloneLink} onOpen={onClose}>
          Choose what you hear about
        </Link>
      </Stack>
    </>
  )
}

const ICONS: Readonly<Record<InboxItem['kind'], LucideIcon>> = {
  pick: Clock,
  slip: Ticket,
  starter: CircleAlert,
  proposal: Vote,
  vote: Clock,
  comment: MessageSquare,
  mention: AtSign,
  like: Heart,
  recap: FileText,
  record: Trophy,
  trade: ArrowLeftRight,
  waiver: ClipboardList,
  job: RefreshCw,
  request: UserPlus,
  report: Flag,
  link: LinkIcon,
  access: UserCheck,
}

function ItemLink({ item, onOpen }: { item: InboxItem; onOpen: () => void }) {
  const Icon = ICONS[item.kind]
  const at = new Date(item.at)
  const now = useNow()
  return (
    <Link to={locationOf(item)} className={`${ui.pressable} ${styles.item}`} onOpen={onOpen}>
      <span className={styles.icon}>
        <Icon size={18} aria-hidden="true" />
      </span>
      <Stack as="span" gap={0} className={styles.text}>
        <strong>{item.title}</strong>
        <Text size="s" tone="muted" lines={2}>
          {item.body}
        </Text>
        <time className={ui.note} dateTime={item.at} title={formatDateTime(at)}>
          {formatTimeAgo(at, now)}
        </time>
      </Stack>
      {item.is_read ? null : (
        <span className={styles.unread}>
          <span className={ui.hidden}>Unread</span>
        </span>
      )}
    </Link>
  )
}

function locationOf({ league, target }: InboxItem): Partial<Location> {
  const { tab, season, week, game, view, post } = target
  if (tab === 'account') return { route: 'account' }
  if (league === null) return { route: 'dashboard', league }
  if (tab === 'admin') return { route: 'admin', league }
  return { route: 'league', league, tab, ...NO_SELECTION, season, week, game, view, post }
}
