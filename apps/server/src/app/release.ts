import manifest from '../../package.json' with { type: 'json' }

/** The release of the product that runs. */
export const RELEASE: string = manifest.version
