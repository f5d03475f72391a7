import { useMediaQuery } from '../../ui/use-media-query.ts'

/** One column on a phone, two on a tablet, three on a laptop. */
export function useColumnCount(): number {
  const isTablet = useMediaQuery('(min-width: 720px)')
  const isLaptop = useMediaQuery('(min-width: 1080px)')
  return isLaptop ? 3 : isTablet ? 2 : 1
}
