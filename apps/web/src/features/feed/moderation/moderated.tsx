import { formatWait } from '@fieldhouse/domain/league/moderation'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { EyeOff, Timer, UserX } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { leagueQuery } from '../../../api/operations.ts'
import { useNow } from '../../../api/page-environment.ts'
import { formatCount } from '../../../ui/format/format.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Fill, Row, Stack, Text } from '../../../ui/layout/layout.tsx'
import ui from '../../../ui/ui.module.css'
import styles from '../feed.module.css'
import { type Comment, type FeedItem, type FeedPage, itemName } from '../use-feed.ts'
import { capitalize } from './more-menu.tsx'

type ItemProps = {
  item: FeedItem
  /** Whether the user gets the content of hidden items: admins and the author do. */
  hasContent: boolean
  children: ReactNode
}

export function ModeratedItem({ item, hasContent, children }: ItemProps) {
  const { user, hidden, likes_count: likes, comments_count: comments } = item
  const [isShown, setShown] = useState(false)
  const name = capitalize(itemName(item))
  const renderFrame = (content: ReactNode) => (
    <Stack as="article" gap={2} className={`${ui.card} ${styles.card}`} aria-label={name} tabIndex={-1}>
      {content}
    </Stack>
  )
  if (item.muted === true && !isShown)
    return renderFrame(<MutedLine name={user} onShow={() => setShown(true)} />)
  if (hidden == null) return children
  if (hasContent) return <HiddenMark hidden={hidden}>{children}</HiddenMark>
  const counts = [
    ...(likes === 0 ? [] : [formatCount(likes, 'like')]),
    ...(comments === 0 ? [] : [formatCount(comments, 'comment')]),
  ]
  return renderFrame(
    <>
      <p className={ui.strong}>{user}</p>
      <Placeholder reason={hidden.reason} />
      {counts.length === 0 ? null : <p className={ui.note}>{counts.join(' · ')}</p>}
    </>,
  )
}

export function ModeratedComment({ comment, children }: { comment: Comment; children: ReactNode }) {
  const { author, body, hidden, muted } = comment
  const [isShown, setShown] = useState(false)
  if (muted === true && !isShown) return <MutedLine name={author} onShow={() => setShown(true)} />
  if (hidden == null) return children
  if (body !== '') return <HiddenMark hidden={hidden}>{children}</HiddenMark>
  return (
    <div>
      <Text as="p" size="s" weight={600} className={ui.breakable}>
        {author}
      </Text>
      <Placeholder reason={hidden.reason} />
    </div>
  )
}

function MutedLine({ name, onShow }: { name: string; onShow: () => void }) {
  return (
    <Row className={ui.muted}>
      <UserX size={16} aria-hidden="true" />
      <Fill as="span">Muted: {name}</Fill>
      <Button variant="quiet" aria-label={`Show what ${name} wrote`} onClick={onShow}>
        Show
      </Button>
    </Row>
  )
}

function Placeholder({ reason }: { reason: string }) {
  return (
    <Row as="p" className={ui.muted}>
      <EyeOff size={16} aria-hidden="true" />
      <Fill as="span">
        <em>Hidden by a league admin: {reason}</em>
      </Fill>
    </Row>
  )
}

function HiddenMark({ hidden, children }: { hidden: NonNullable<Comment['hidden']>; children: ReactNode }) {
  return (
    <Stack gap={2}>
      <Row as="p" className={ui.box}>
        <EyeOff size={16} aria-hidden="true" />
        <Fill as="span">
          Hidden from members{hidden.by === undefined ? '' : ` by ${hidden.by}`}: {hidden.reason}
        </Fill>
      </Row>
      {children}
    </Stack>
  )
}

/** With the smallest page of the feed, which has the league's slow mode. */
const slowModeQuery = (league: string) => ({
  ...leagueQuery('GET /api/league/:league/social/feed/', ['feed', 'slow-mode'], { league, limit: 1 }),
  staleTime: 0,
})

export function SlowModeNote({ league }: { league: string }) {
  const client = useQueryClient()
  const slowMode = useQuery(slowModeQuery(league)).data?.slow_mode
  useEffect(
    () =>
      // What the user has written starts the wait.
      client.getMutationCache().subscribe(({ type, mutation }) => {
        if (type === 'updated' && mutation.state.status === 'success')
          void client.invalidateQueries({ queryKey: slowModeQuery(league).queryKey })
      }),
    [client, league],
  )
  if (slowMode == null) return null
  return (
    <Row role="timer" aria-live="off">
      <Timer size={16} aria-hidden="true" />
      <span className={ui.note}>
        <WaitText key={slowMode.next_at} {...slowMode} />
      </span>
    </Row>
  )
}

/** The key is the time when the wait ends, so that each wait is counted from its own start. */
function WaitText({ seconds, next_at: until }: NonNullable<FeedPage['slow_mode']>) {
  const now = useNow(1000).getTime()
  const remainingMs = until === null ? 0 : Math.max(0, Date.parse(until) - now)
  const waitMs = Math.min(remainingMs, seconds * 1000)
  return waitMs === 0
    ? `Slow mode: one post or comment per ${formatWait(seconds * 1000)}.`
    : `Slow mode: you can write again in ${formatCountdown(waitMs)}.`
}

function formatCountdown(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
