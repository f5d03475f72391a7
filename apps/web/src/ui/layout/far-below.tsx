import { type ReactNode, Suspense } from 'react'
import { usePageEnvironment } from '../../api/page-environment.ts'

type Props = {
  /** The least height of the content, in pixels. */
  height: number
  children: ReactNode
}

/** Large content far below what is seen first: a page that the server renders has only its space, which the app fills. */
export function FarBelow({ height, children }: Props) {
  const space = <div style={{ minHeight: height }} />
  return usePageEnvironment() === null ? <Suspense fallback={space}>{children}</Suspense> : space
}
