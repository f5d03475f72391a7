import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { getErrorMessage } from '../../api/api-error.ts'
import { useNow } from '../../api/server-clock.ts'
import { Button } from '../../ui/button.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { SessionList } from './session-list.tsx'
import styles from './sessions-section.module.css'
import { type Session, sessionsQuery, useEndSessions } from './use-account.ts'

/** Lists the user's sessions and signs out other devices. */
export function SessionsSection() {
  const sessions = useQuery(sessionsQuery)
  const endSession = useEndSessions()
  const heading = useRef<HTMLHeadingElement>(null)
  const now = useNow()

  function endSessions(id: string | null) {
    // The pressed button disappears with its session, so move the focus to the heading.
    endSession.mutate(id, { onSuccess: () => heading.current?.focus() })
  }

  return (
    <section className={styles['card']} aria-labelledby="sessions">
      <h2 id="sessions" ref={heading} tabIndex={-1}>
        Where you're signed in
      </h2>
      {endSession.isError ? (
        <Notice tone="bad">{getErrorMessage(endSession.error, 'Something went wrong.')}</Notice>
      ) : null}
      {endSession.isSuccess ? <Notice tone="good">{endSession.data.message}</Notice> : null}
      <Loaded
        query={sessions}
        errorTitle="Failed to load sessions"
        skeleton={<Skeleton label="Loading sessions" rows={2} height={60} />}
      >
        {(list) => (
          <>
            <SessionList sessions={list} now={now} isEnding={endSession.isPending} onEnd={endSessions} />
            <OtherSessions sessions={list} isEnding={endSession.isPending} onEnd={() => endSessions(null)} />
          </>
        )}
      </Loaded>
    </section>
  )
}

type OtherSessionsProps = { sessions: readonly Session[]; isEnding: boolean; onEnd: () => void }

function OtherSessions({ sessions, isEnding, onEnd }: OtherSessionsProps) {
  if (!sessions.some((session) => !session.is_current)) {
    return <p className={styles['emptyNote']}>You're not signed in anywhere else.</p>
  }
  return (
    <div>
      <Button disabled={isEnding} onClick={onEnd}>
        Sign out everywhere else
      </Button>
    </div>
  )
}
