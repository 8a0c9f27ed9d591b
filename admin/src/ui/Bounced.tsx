import { Box } from '@mui/material';
import { BOUNCES } from '@supreme-access/contract/labels.js';
import type { BouncedMail } from '@supreme-access/contract/shapes/people.js';
import { Mono, Time } from './Mono.js';

export function Bounced({ mail: { at, kind, reason, reply } }: { mail: BouncedMail }) {
  return (
    <>
      <Box component="span" sx={{ color: 'error.main', fontWeight: 600 }}>
        Bounced
      </Box>
      {`: ${BOUNCES[reason]} `}
      <Box component="span" sx={{ color: 'text.secondary' }}>
        <Mono>{kind}</Mono>, <Mono sx={{ whiteSpace: 'nowrap' }}>{reply}</Mono>, <Time iso={at} />
      </Box>
    </>
  );
}
