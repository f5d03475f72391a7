import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue } from 'react'
import { getErrorReason } from '../api/api-error.ts'
import { Button } from './button.tsx'
import styles from './loaded.module.css'
import { Notice } from './notice.tsx'

type Props<Data> = {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'isError' | 'isFetching' | 'isPending' | 'refetch'>
  skeleton: ReactNode
  /** What to say first when it failed, such as 'Failed to load leagues'. */
  errorTitle: string
  children: (data: Data) => ReactNode
}

/** Shows data as loading, failed or full; what was loaded before stays when a new try fails. */
export function Loaded<Data>({ query, skeleton, errorTitle, children }: Props<Data>) {
  const isThere = query.data !== undefined
  // What arrives is drawn a piece at a time, so that the page answers to a finger meanwhile.
  const isDrawn = useDeferredValue(isThere)
  if (query.isPending || (isThere && !isDrawn)) return skeleton
  const failed = query.isError ? (
    <LoadError errorTitle={errorTitle} query={query} hasStaleData={query.data !== undefined} />
  ) : null
  return (
    <>
      {failed}
      {query.data === undefined ? null : children(query.data)}
    </>
  )
}

type LoadErrorProps = Pick<Props<unknown>, 'errorTitle' | 'query'> & { hasStaleData: boolean }

function LoadError({ errorTitle, query, hasStaleData }: LoadErrorProps) {
  return (
    <div className={styles['failed']}>
      <Notice tone="bad">
        <strong>{errorTitle}</strong>
        <p>
          {getErrorReason(query.error)}
          {hasStaleData ? ' What you see was loaded before.' : ''}
        </p>
      </Notice>
      <Button onClick={() => void query.refetch()} disabled={query.isFetching}>
        Retry
      </Button>
    </div>
  )
}
