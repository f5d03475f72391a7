import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { getErrorMessage } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useNow } from '../../ui/use-now.ts'
import { SessionList } from './session-list.tsx'
import styles from './sessions-section.module.css'
import { type Session, sessionsQuery, useEndSessions } from './use-account.ts'

/** Where the person is signed in, and how to end that. */
export function SessionsSection() {
  const sessions = useQuery(sessionsQuery)
  const end = useEndSessions()
  const heading = useRef<HTMLHeadingElement>(null)
  const now = useNow()

  function endSessions(id: string | null) {
    // The button that was pressed goes away with its session.
    end.mutate(id, { onSuccess: () => heading.current?.focus() })
  }

  return (
    <section className={styles['card']} aria-labelledby="sessions">
      <h2 id="sessions" ref={heading} tabIndex={-1}>
        Where you are signed in
      </h2>
      {end.isError ? <Notice tone="bad">{getErrorMessage(end.error, 'Something went wrong.')}</Notice> : null}
      {end.isSuccess ? <Notice tone="good">{end.data.message}</Notice> : null}
      <Loaded
        query={sessions}
        errorTitle="Failed to load where you are signed in"
        skeleton={<Skeleton label="Loading where you are signed in" rows={2} height={60} />}
      >
        {(list) => (
          <>
            <SessionList sessions={list} now={now} isEnding={end.isPending} onEnd={endSessions} />
            <OtherSessions sessions={list} isEnding={end.isPending} onEnd={() => endSessions(null)} />
          </>
        )}
      </Loaded>
    </section>
  )
}

type OtherSessionsProps = { sessions: readonly Session[]; isEnding: boolean; onEnd: () => void }

function OtherSessions({ sessions, isEnding, onEnd }: OtherSessionsProps) {
  if (!sessions.some((session) => !session.is_current)) {
    return <p className={styles['alone']}>You are signed in nowhere else.</p>
  }
  return (
    <div>
      <Button disabled={isEnding} onClick={onEnd}>
        Sign out everywhere else
      </Button>
    </div>
  )
}
