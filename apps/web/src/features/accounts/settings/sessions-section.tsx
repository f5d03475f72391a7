import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useNow } from '../../../api/server-clock.ts'
import { RelativeTime } from '../../../ui/feedback/freshness.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { MutationNotice } from '../../../ui/feedback/notice.tsx'
import { formatTimeAgo } from '../../../ui/format/date-time.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { ListItem } from '../../../ui/layout/layout.tsx'
import ui from '../../../ui/ui.module.css'
import { type Session, sessionsQuery, useEndSessions } from './use-account.ts'

/** Lists the user's sessions and signs out other devices. */
export function SessionsSection() {
  const sessions = useQuery(sessionsQuery)
  const endSession = useEndSessions()
  const heading = useRef<HTMLHeadingElement>(null)

  function endSessions(id: string | null) {
    // The pressed button disappears with its session, so move the focus to the heading.
    endSession.mutate(id, { onSuccess: () => heading.current?.focus() })
  }

  return (
    <section className={`${ui.card} ${ui.stack12}`} aria-labelledby="sessions">
      <h2 id="sessions" ref={heading} tabIndex={-1}>
        Where you're signed in
      </h2>
      <MutationNotice mutation={endSession} fallback="Something went wrong." />
      <Loaded query={sessions} name="sessions" rows={2} height={60}>
        {(list) => (
          <>
            <SessionList sessions={list} isEnding={endSession.isPending} onEnd={endSessions} />
            {list.every((session) => session.is_current) ? (
              <p className={ui.note}>You're not signed in anywhere else.</p>
            ) : (
              <div>
                <Button disabled={endSession.isPending} onClick={() => endSessions(null)}>
                  Sign out everywhere else
                </Button>
              </div>
            )}
          </>
        )}
      </Loaded>
    </section>
  )
}

type SessionListProps = {
  sessions: readonly Session[]
  isEnding: boolean
  onEnd: (id: string) => void
}

function SessionList({ sessions, isEnding, onEnd }: SessionListProps) {
  const now = useNow()
  return (
    <ul>
      {sessions.map((session) => {
        const device = session.device ?? 'Unknown device'
        return (
          <ListItem
            key={session.id}
            title={
              <>
                {device} {session.is_current ? <span className={ui.badge}>This device</span> : null}
              </>
            }
            actions={
              session.is_current ? null : (
                <Button
                  disabled={isEnding}
                  aria-label={`Sign out ${device}, last seen ${formatTimeAgo(new Date(session.seen_at), now)}`}
                  onClick={() => onEnd(session.id)}
                >
                  Sign out
                </Button>
              )
            }
          >
            <p className={ui.note}>
              Last seen <RelativeTime at={session.seen_at} />, signed in{' '}
              <RelativeTime at={session.created_at} />
              {session.address === null ? null : `, from ${session.address}`}
            </p>
          </ListItem>
        )
      })}
    </ul>
  )
}
