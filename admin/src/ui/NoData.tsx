import { Box, Button, Typography } from '@mui/material';
import { useListContext } from 'react-admin';

export function NoData() {
  const { filterValues, setFilters } = useListContext();
  const isFiltered = Object.keys(filterValues).length > 0;
  return (
    <Box sx={{ borderTop: 1, borderColor: 'text.primary', py: 3, display: 'flex', alignItems: 'center', gap: 2 }}>
      <Box role="status">
        <Typography>no data on response</Typography>
        <Typography sx={{ color: 'text.secondary' }}>
          {isFiltered ? 'No entries match the filters.' : 'There are no entries yet.'}
        </Typography>
      </Box>
      {isFiltered && (
        <Button variant="outlined" onClick={() => setFilters({}, [])}>
          Clear filters
        </Button>
      )}
    </Box>
  );
}
